# shellcheck shell=bash
# The program in versions: each in a folder of its own, made whole before a link points to it.

NEW=             # the version that is being installed; empty if the one in place will do
REPLACED=        # the one that was in place before
PREVIOUS_BEFORE= # and the one before that
BUILT=           # the one that this run has begun to make

source_version() { sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml" | head -n 1; }

version_of() { cat "$1/version" 2>/dev/null || echo unknown; }

chosen() { if [[ -n $DRY && -n $NEW ]]; then echo "$SOURCE"; else echo "$CURRENT"; fi; }

# What a version is made of: another one has another stamp.
stamp() {
    {
        "$PYTHON" --version
        is_pi && echo pi
        cd "$SOURCE" || exit
        find companion hardware systemd firmware_notes/companion.toml pyproject.toml requirements.txt requirements-pi.txt \
            -type f -not -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    } 2>/dev/null | sha256sum | cut -d ' ' -f 1
}

is_in_place() { [[ -e $CURRENT && $(cat "$CURRENT/stamp" 2>/dev/null) == "$(stamp)" ]] && is_sound "$CURRENT"; }

# Every file as it was installed, and the program runs.
is_sound() {
    (cd "$1" && sha256sum --quiet --status --check files.sha256) 2>/dev/null && "$1/bin/companion" --version >/dev/null 2>&1
}

build() {
    NEW=$VERSIONS/$(source_version)-$(date +%Y%m%d%H%M%S)
    step "Building version $(source_version) in $NEW (some minutes)"
    [[ -n $DRY ]] || BUILT=$NEW
    run mkdir -p "$VERSIONS"
    if ! { make_environment && install_locked && install_own && finish_version; }; then
        fail "The program could not be built. What was installed before is unchanged." \
            "The lines above say why. If something could not be fetched: is the Pi on the network? Then run this again."
    fi
}

# With a look at the system's packages on a Pi alone, where the drivers are.
make_environment() {
    local options=()
    ! is_pi || options=(--system-site-packages)
    quietly "$PYTHON" -m venv "${options[@]}" "$NEW"
}

pip() { quietly "$NEW/bin/python" -m pip --disable-pip-version-check install --no-cache-dir "$@"; }

# Into the version itself, whatever the system has: its next upgrade must not change this one.
install_locked() {
    pip --ignore-installed --require-hashes -r "$SOURCE/requirements.txt" || return
    # Alone: it asks for RPi.GPIO, which nothing here uses, and which would have to be compiled.
    ! is_pi || pip --no-deps --require-hashes -r "$SOURCE/requirements-pi.txt"
}

# From a copy: a build leaves things behind, and the folder is somebody's.
install_own() {
    local copy status=0
    [[ -z $DRY ]] || return 0
    copy=$(mktemp -d)
    cp -R "$SOURCE"/{companion,hardware,pyproject.toml,README.md,LICENSE} "$copy"
    pip --no-deps --no-build-isolation "$copy" || status=$?
    rm -rf "$copy"
    return "$status"
}

finish_version() {
    [[ -z $DRY ]] || return 0
    "$NEW/bin/python" -m compileall -q "$NEW/lib" >/dev/null || true # some files are for other Pythons
    cp -R "$SOURCE/systemd" "$NEW/systemd"
    cp "$SOURCE/firmware_notes/companion.toml" "$NEW/companion.toml"
    "$NEW/bin/companion" --version >/dev/null || return
    source_version >"$NEW/version"
    chmod -R u+rwX,go+rX "$NEW" # a clone may be its owner's alone
    (cd "$NEW" && find . -type f -not -name '*.pyc' -not -name 'files.*' -print0 | xargs -0 sha256sum >files.part) || return
    mv "$NEW/files.part" "$NEW/files.sha256"
    stamp >"$NEW/stamp"
    sync -f "$NEW"
}

# In one instant: there is always a version in place.
switch_to() {
    step "Version $(version_of "$1") is put in place"
    REPLACED=$(readlink -f "$CURRENT" 2>/dev/null || true)
    PREVIOUS_BEFORE=$(readlink -f "$PREVIOUS" 2>/dev/null || true)
    [[ -d $REPLACED ]] || REPLACED=
    # What was damaged is nothing to go back to: then the one before it stays.
    if [[ -n $REPLACED ]] && is_sound "$REPLACED"; then
        point "$PREVIOUS" "$REPLACED"
    fi
    point "$CURRENT" "$1"
}

# Both links as they were, for a version that does not start.
take_back() {
    point "$CURRENT" "$REPLACED"
    if [[ -d $PREVIOUS_BEFORE ]]; then
        point "$PREVIOUS" "$PREVIOUS_BEFORE"
    else
        run rm -f "$PREVIOUS"
    fi
    run rm -rf "$NEW"
}

point() {
    run ln -sfn "$2" "$1.part"
    run mv -fT "$1.part" "$1"
}

# All but the one in place and the one before; also what was left half made.
remove_old_versions() {
    local kept folder
    kept=" $(readlink -f "$CURRENT" || true) $(readlink -f "$PREVIOUS" || true) "
    for folder in "$VERSIONS"/*/; do
        folder=${folder%/}
        [[ ! -d $folder || $kept == *" $folder "* ]] || run rm -rf "$folder"
    done
}

# Whatever happened, no version stays that was made and not put in place, and no table stays stopped.
clean_up() {
    local status=$?
    [[ -z $BUILT || $BUILT == $(readlink -f "$CURRENT") ]] || rm -rf "$BUILT"
    [[ -z $STOPPED ]] || start_services || true
    exit "$status"
}

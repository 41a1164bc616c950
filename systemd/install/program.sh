# shellcheck shell=bash
# The packages and the versions of the program. Each version has its own folder, and is complete before a link points to it.

NEW=             # the version being installed; empty if the installed one will do
REPLACED=        # the version that was installed before
PREVIOUS_BEFORE= # and the one before that
BUILT=           # the folder that this run builds in

# Packages from the system's archive: Python's venv, and on a Pi the drivers.
install_packages() {
    local missing=() package
    for package in $(needed_packages); do
        is_installed "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    step "Installing packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    if ! { quietly apt-get update -qq && quietly apt-get install -y -qq --no-install-recommends "${missing[@]}"; }; then
        fail "The packages ${missing[*]} could not be installed." \
            "Check the network, and that no other installation is running. Then run this again."
    fi
    find_python
}

needed_packages() {
    echo python3 python3-venv
    if is_pi; then
        echo python3-spidev python3-evdev
        # Raspberry Pi OS has this one, plain Debian does not.
        [[ -z $(apt-cache show python3-lgpio 2>/dev/null) ]] || echo python3-lgpio
        ! has_desktop || echo foot
    fi
}

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

has_desktop() { is_installed labwc || is_installed wayfire || is_installed lxsession; }

source_version() { sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml" | head -n 1; }

version_of() { cat "$1/version" 2>/dev/null || echo unknown; }

# Where the files to install come from. A dry run has built nothing, so it uses the clone.
files_folder() { if [[ -n $DRY && -n $NEW ]]; then echo "$SOURCE"; else echo "$CURRENT"; fi; }

# A hash of everything that a version is built from.
stamp() {
    {
        "$PYTHON" --version
        is_pi && echo pi
        cd "$SOURCE" || exit
        find companion hardware systemd firmware_notes/companion.toml pyproject.toml requirements.txt requirements-pi.txt \
            -type f -not -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    } 2>/dev/null | sha256sum | cut -d ' ' -f 1
}

is_up_to_date() { [[ -e $CURRENT && $(cat "$CURRENT/stamp" 2>/dev/null) == "$(stamp)" ]] && is_intact "$CURRENT"; }

# Every file is as it was installed, and the program runs.
is_intact() {
    (cd "$1" && sha256sum --quiet --status --check files.sha256) 2>/dev/null && "$1/bin/companion" --version >/dev/null 2>&1
}

build() {
    NEW=$VERSIONS/$(source_version)-$(date +%Y%m%d%H%M%S)
    step "Building version $(source_version) in $NEW (takes some minutes)"
    [[ -n $DRY ]] || BUILT=$NEW
    run mkdir -p "$VERSIONS"
    if ! { make_environment && install_locked && install_own && finish_version; }; then
        fail "The program could not be built. What was installed before is unchanged." \
            "The lines above say why. If something could not be downloaded, check the network. Then run this again."
    fi
}

# On a Pi it sees the system's packages, because the drivers are there.
make_environment() {
    local options=()
    ! is_pi || options=(--system-site-packages)
    quietly "$PYTHON" -m venv "${options[@]}" "$NEW"
}

pip() { quietly "$NEW/bin/python" -m pip --disable-pip-version-check install --no-cache-dir "$@"; }

# Everything goes into the version itself, even what the system has: an upgrade of the system must not change it.
install_locked() {
    pip --ignore-installed --require-hashes -r "$SOURCE/requirements.txt" || return
    # Without its dependencies: it wants RPi.GPIO, which is never used and would have to be compiled.
    ! is_pi || pip --no-deps --require-hashes -r "$SOURCE/requirements-pi.txt"
}

# Built from a copy, because a build leaves files behind and the clone belongs to somebody.
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
    "$NEW/bin/python" -m compileall -q "$NEW/lib" >/dev/null || true # some packages have files for other Pythons
    cp -R "$SOURCE/systemd" "$NEW/systemd"
    cp "$SOURCE/firmware_notes/companion.toml" "$NEW/companion.toml"
    "$NEW/bin/companion" --version >/dev/null || return
    source_version >"$NEW/version"
    chmod -R u+rwX,go+rX "$NEW" # perhaps only its owner can read the clone
    (cd "$NEW" && find . -type f -not -name '*.pyc' -not -name 'files.*' -print0 | xargs -0 sha256sum >files.part) || return
    mv "$NEW/files.part" "$NEW/files.sha256"
    stamp >"$NEW/stamp"
    sync -f "$NEW"
}

switch_to() {
    step "Switching to version $(version_of "$1")"
    REPLACED=$(readlink -f "$CURRENT" 2>/dev/null || true)
    PREVIOUS_BEFORE=$(readlink -f "$PREVIOUS" 2>/dev/null || true)
    [[ -d $REPLACED ]] || REPLACED=
    # A damaged version is nothing to go back to. Then the one before it stays.
    if [[ -n $REPLACED ]] && is_intact "$REPLACED"; then
        point "$PREVIOUS" "$REPLACED"
    fi
    point "$CURRENT" "$1"
}

# Restores both links after a version that does not start.
undo_switch() {
    point "$CURRENT" "$REPLACED"
    if [[ -d $PREVIOUS_BEFORE ]]; then
        point "$PREVIOUS" "$PREVIOUS_BEFORE"
    else
        run rm -f "$PREVIOUS"
    fi
    run rm -rf "$NEW"
}

# point LINK TARGET: in one step, so that the link always leads somewhere.
point() {
    run ln -sfn "$2" "$1.part"
    run mv -fT "$1.part" "$1"
}

# Keeps the installed version and the one before. Half-built ones go too.
remove_old_versions() {
    local kept folder
    kept=" $(readlink -f "$CURRENT" || true) $(readlink -f "$PREVIOUS" || true) "
    for folder in "$VERSIONS"/*/; do
        folder=${folder%/}
        [[ ! -d $folder || $kept == *" $folder "* ]] || run rm -rf "$folder"
    done
}

# Whatever happened: removes a version that was built and not switched to, and starts the table if it was stopped.
clean_up() {
    local status=$?
    [[ -z $BUILT || $BUILT == $(readlink -f "$CURRENT") ]] || rm -rf "$BUILT"
    [[ -z $STOPPED ]] || start_services || true
    exit "$status"
}

# shellcheck shell=bash
# Games, tags and settings: a backup of them before every change of version, and otherwise hands off.

readonly BACKUPS_KEPT=5

# The table is stopped: what is copied is whole. The copy is compared before it counts.
keep_data() {
    [[ -n $(ls -A "$DATA" 2>/dev/null) ]] || return 0
    local archive
    archive=$BACKUPS/$(date +%Y%m%d-%H%M%S)-before-$(version_of "$NEW").tar.gz
    step "Backup of games and settings in $archive"
    [[ -z $DRY ]] || return 0
    install -d -m 0700 "$BACKUPS"
    if ! archive_data "$archive.part"; then
        rm -f "$archive.part"
        return 1
    fi
    mv "$archive.part" "$archive"
    thin_backups
}

archive_data() {
    local folders=("${DATA#/}")
    [[ ! -d $SETTINGS ]] || folders+=("${SETTINGS#/}")
    tar --create --gzip --file "$1" --directory / --exclude='*.sock' --exclude="${DATA#/}/lock" "${folders[@]}" &&
        tar --compare --file "$1" --directory / >/dev/null && sync "$1"
}

# The services are stopped; but a table can also be started by hand.
require_nobody_plays() {
    [[ -n $DRY || ! -e $DATA/lock ]] || flock --nonblock "$DATA/lock" true ||
        fail "A table is running that systemd did not start, and the version is not changed under a game." \
            "Stop it (process $(cat "$DATA/lock")), and run this again. Nothing was changed."
}

thin_backups() {
    find "$BACKUPS" -maxdepth 1 -name '*-before-*.tar.gz' | sort | head -n "-$BACKUPS_KEPT" | xargs -r rm -f
}

make_user() {
    step "The user companion and its folders"
    if [[ -z $DRY ]] && ! systemd-sysusers "$SOURCE/systemd/companion.sysusers.conf"; then
        fail "The user companion could not be made." "The lines above say why. Then run this again."
    fi
    run install -d -o companion -g companion -m 0750 "$DATA"
    add_to_group "${SUDO_USER-}"
}

# Who runs the console on this Pi reaches the table's socket by the group.
add_to_group() {
    [[ -n $1 && $1 != root ]] || return 0
    id -nG "$1" | grep -qw companion && return
    run usermod --append --groups companion "$1"
    say "$1 may use the table from the next login on."
}

# The household's own, once it is there.
install_config() {
    local path=$SETTINGS/companion.toml
    if [[ -e $path ]]; then
        say "Your settings in $path stay as they are."
    else
        write_file "$path" 0644 <"$(template)"
    fi
}

template() { if [[ -e $CURRENT/companion.toml ]]; then echo "$CURRENT/companion.toml"; else echo "$SOURCE/firmware_notes/companion.toml"; fi; }

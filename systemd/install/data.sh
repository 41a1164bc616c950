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
    thin_backups "$archive"
}

archive_data() {
    local folders=("${DATA#/}")
    [[ ! -d $SETTINGS ]] || folders+=("${SETTINGS#/}")
    tar --create --gzip --file "$1" --directory / --exclude='*.sock' --exclude="${DATA#/}/lock" "${folders[@]}" &&
        tar --compare --file "$1" --directory / >/dev/null && sync "$1"
}

# A table that is running has read them when they were good, and would not start again.
require_settings_to_hold() {
    [[ -n $DRY || ! -e $SETTINGS/companion.toml ]] || port_of "$1" >/dev/null ||
        fail "With these settings no table of version $(version_of "$1") would start." \
            "Mend what is named above in $SETTINGS/companion.toml, and run this again. Nothing was changed."
}

# The services are stopped; but a table can also be started by hand. A question about the games takes only a moment.
require_nobody_plays() {
    [[ -n $DRY || ! -e $DATA/lock ]] || flock --timeout 5 "$DATA/lock" true ||
        fail "A table is running that systemd did not start, and the version is not changed under a game." \
            "Stop it (process $(cat "$DATA/lock")), and run this again. Nothing was changed."
}

# The one that was just made is kept, whatever the clock said.
thin_backups() {
    find "$BACKUPS" -maxdepth 1 -name '*-before-*.tar.gz' -not -path "$1" | sort | head -n "-$((BACKUPS_KEPT - 1))" | xargs -r rm -f
}

make_user() {
    step "The user companion and its folders"
    if [[ -z $DRY ]] && ! systemd-sysusers "$SOURCE/systemd/companion.sysusers.conf"; then
        fail "The user companion could not be made." "The lines above say why. Then run this again."
    fi
    run install -d -o companion -g companion -m 0750 "$DATA"
    own_data
    add_to_group "${SUDO_USER-}"
}

# What came from another card may have another number for its owner, and what was copied by hand is root's.
own_data() {
    local others=(find "$DATA/" "(" -not -user companion -o -not -group companion ")")
    [[ -d $DATA ]] && id companion >/dev/null 2>&1 || return 0
    [[ -z $("${others[@]}" -print -quit 2>/dev/null) ]] || run "${others[@]}" -exec chown --no-dereference companion:companion "{}" +
}

# Who runs the console on this Pi reaches the table's socket by the group.
add_to_group() {
    [[ -n $1 && $1 != root ]] || return 0
    id -nG "$1" 2>/dev/null | tr ' ' '\n' | grep -qx companion && return
    if run usermod --append --groups companion "$1"; then
        say "$1 may use the table from the next login on."
    else
        warn "$1 could not be added to the group companion, and so cannot use the table yet"
    fi
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

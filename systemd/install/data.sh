# shellcheck shell=bash
# Games, tags and settings: backed up before every change of version, and otherwise left alone.

readonly BACKUPS_KEPT=5

# The table is stopped, so the files do not change. The copy counts only once it was compared with them.
back_up_data() {
    [[ -n $(ls -A "$DATA" 2>/dev/null) ]] || return 0
    local archive folders=("${DATA#/}")
    archive=$BACKUPS/$(date +%Y%m%d-%H%M%S)-before-$(version_of "$NEW").tar.gz
    step "Backing up games and settings to $archive"
    [[ -z $DRY ]] || return 0
    install -d -m 0700 "$BACKUPS"
    [[ ! -d $SETTINGS ]] || folders+=("${SETTINGS#/}")
    [[ ! -d $TABLET_DATA ]] || folders+=("${TABLET_DATA#/}")
    if ! { tar --create --gzip --file "$archive.part" --directory / --exclude='*.sock' --exclude="${DATA#/}/lock" "${folders[@]}" &&
        tar --compare --file "$archive.part" --directory / >/dev/null && sync "$archive.part"; }; then
        rm -f "$archive.part"
        return 1
    fi
    mv "$archive.part" "$archive"
    remove_old_backups "$archive"
}

# Keeps the new one even if the clock is wrong.
remove_old_backups() {
    find "$BACKUPS" -maxdepth 1 -name '*-before-*.tar.gz' -not -path "$1" | sort | head -n "-$((BACKUPS_KEPT - 1))" | xargs -r rm -f
}

# A running table read its settings while they were valid. With a mistake in them it would not start again.
require_valid_settings() {
    [[ -n $DRY || ! -e $SETTINGS/companion.toml ]] || port_of "$1" >/dev/null ||
        fail "Version $(version_of "$1") would not start with these settings." \
            "Fix what is named above in $SETTINGS/companion.toml, then run this again. Nothing was changed."
}

# The services are stopped, but somebody may have started a table by hand. Other commands hold the lock only briefly.
require_no_running_table() {
    [[ -n $DRY || ! -e $DATA/lock ]] || flock --timeout 5 "$DATA/lock" true ||
        fail "A table is running that systemd did not start. The version cannot change while it runs." \
            "Stop it (process $(cat "$DATA/lock")), then run this again. Nothing was changed."
}

make_user() {
    step "Setting up the user companion and its folders"
    if [[ -z $DRY ]] && ! systemd-sysusers "$SOURCE/systemd/companion.sysusers.conf"; then
        fail "The user companion could not be created." "The lines above say why. Fix that, then run this again."
    fi
    run install -d -o companion -g companion -m 0750 "$DATA"
    own_data
    bring_key
    add_to_group "${SUDO_USER-}"
}

# Files from another card may have another owner's number, and files copied by hand belong to root.
own_data() {
    local others=(find "$DATA/" "(" -not -user companion -o -not -group companion ")")
    [[ -d $DATA ]] && id companion >/dev/null 2>&1 || return 0
    [[ -z $("${others[@]}" -print -quit 2>/dev/null) ]] || run "${others[@]}" -exec chown --no-dereference companion:companion "{}" +
}

# Older versions kept the key of the paired devices beside the games. Without it every device must be paired again.
bring_key() {
    local key=tablet.key
    [[ -e $DATA/$key && ! -e $TABLET_DATA/$key ]] || return 0
    run install -d -o companion-tablet -g companion -m 0700 "$TABLET_DATA"
    run install -o companion-tablet -g companion -m 0600 "$DATA/$key" "$TABLET_DATA/$key"
}

# Members of the group can reach the table's socket, and so use the console on this Pi.
add_to_group() {
    [[ -n $1 && $1 != root ]] || return 0
    id -nG "$1" 2>/dev/null | tr ' ' '\n' | grep -qx companion && return
    if run usermod --append --groups companion "$1"; then
        say "$1 can use the table after logging in again."
    else
        warn "$1 could not be added to the group companion and cannot use the table yet"
    fi
}

# Settings belong to the household and are never overwritten.
install_settings() {
    local path=$SETTINGS/companion.toml example=$CURRENT/companion.toml
    if [[ -e $path ]]; then
        say "Your settings in $path are unchanged."
        return
    fi
    [[ -e $example ]] || example=$SOURCE/firmware_notes/companion.toml # in a dry run
    write_file "$path" 0644 <"$example"
}

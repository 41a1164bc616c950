# shellcheck shell=bash disable=SC2034
# Installs and removes units, rules, the command and the screen, and starts and stops the services.

STOPPED= # yes if this run has stopped services and not started them again

# From the version's own copy, so that --back brings back its files too.
install_files() {
    local from=$1/systemd unit folder
    step "Installing units and rules"
    for unit in "${SERVICES[@]}"; do
        write_file "$UNITS/$unit" 0644 <"$from/$unit"
    done
    write_file /etc/sysusers.d/companion.conf 0644 <"$from/companion.sysusers.conf"
    write_file /etc/modules-load.d/companion.conf 0644 <"$from/companion.modules-load.conf"
    write_file /etc/udev/rules.d/60-companion.rules 0644 <"$from/60-companion.rules"
    # journald is restarted only when its settings have changed.
    if ! cmp -s "$from/companion.journald.conf" "$JOURNALD_CONF"; then
        write_file "$JOURNALD_CONF" 0644 <"$from/companion.journald.conf"
        ! systemd_runs || { quietly systemctl restart systemd-journald.service && quietly journalctl --flush; } || true
    fi
    point "$COMMAND" "$CURRENT/systemd/companion"
    if has_desktop; then
        for folder in /etc/xdg/autostart /usr/share/applications; do
            write_file "$folder/companion-screen.desktop" 0644 <"$from/companion-screen.desktop"
        done
    fi
    install_port
}

# systemd opens the port for tablets, but cannot read companion.toml.
install_port() {
    local port='' extra=$UNITS/companion-tablet.socket.d/port.conf before
    if [[ -e $SETTINGS/companion.toml && -x $CURRENT/bin/python ]]; then
        port=$(port_of "$CURRENT") || warn "the settings take effect once the mistake above is fixed"
    fi
    before=$(cat "$extra" 2>/dev/null || true)
    if [[ -z $port || $port == 8080 ]]; then
        run rm -rf "$(dirname "$extra")"
    else
        printf '# Made by the installer from companion.toml.\n[Socket]\nListenStream=\nListenStream=%s\n' "$port" |
            write_file "$extra" 0644
    fi
    # An open socket would keep its old port.
    [[ $before == "$(cat "$extra" 2>/dev/null || true)" ]] || stop_services companion-tablet.service companion-tablet.socket
}

# The port in the settings, as that version reads them. It explains what it cannot read.
port_of() {
    "$1/bin/python" - "$SETTINGS/companion.toml" <<'END'
import sys
from companion.household.settings_file import load
try:
    print(load(sys.argv[1], {}).tablet.port)
except Exception as error:  # each version has its own name for it
    sys.exit(str(error))
END
}

remove_files() {
    step "Removing units, rules and the command"
    local unit
    for unit in "${SERVICES[@]}"; do
        run rm -rf "${UNITS:?}/$unit" "${UNITS:?}/$unit.d"
    done
    run rm -f /etc/sysusers.d/companion.conf /etc/modules-load.d/companion.conf /etc/udev/rules.d/60-companion.rules "$JOURNALD_CONF" \
        /etc/xdg/autostart/companion-screen.desktop /usr/share/applications/companion-screen.desktop "$COMMAND"
    ! systemd_runs || run systemctl daemon-reload
}

systemd_runs() { [[ -d /run/systemd/system ]]; }

# Enables them even if systemd is not running now, such as while an image is being made.
start_services() {
    if ! command -v systemctl >/dev/null; then
        warn "there is no systemd, so nothing starts automatically; 'companion table' starts a table"
        return
    fi
    quietly systemctl enable "${SERVICES[@]}" || return
    if ! systemd_runs; then
        say "systemd is not running, so the table starts at the next boot."
        return
    fi
    quietly systemctl daemon-reload
    [[ ! -e /run/udev/control ]] || { quietly udevadm control --reload && quietly udevadm trigger; } || true
    quietly systemctl restart systemd-modules-load.service || true # this kernel may lack a module
    run systemctl reset-failed "${SERVICES[@]}" 2>/dev/null || true # earlier failed starts no longer count
    STOPPED=
    quietly systemctl start companion-tablet.socket && quietly systemctl start companion-table.service companion-tablet.service
}

# Stops the named services, or all of them. One that is not installed yet needs no stopping.
stop_services() {
    local unit
    systemd_runs || return 0
    [[ -n $DRY ]] || STOPPED=yes
    for unit in "${@:-${SERVICES[@]}}"; do
        [[ ! -e $UNITS/$unit ]] || quietly systemctl stop "$unit"
    done
}

disable_services() {
    STOPPED= # they stay stopped
    local unit
    for unit in "${SERVICES[@]}"; do
        [[ ! -e $UNITS/$unit ]] || ! command -v systemctl >/dev/null || quietly systemctl disable "$unit" || true
    done
}

say_where_things_are() {
    cat <<END

The companion is installed.
  command          companion --help
  games and tags   $DATA
  settings         $SETTINGS/companion.toml
  check it         companion doctor
  log              journalctl -u companion-table
END
}

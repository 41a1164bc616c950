# shellcheck shell=bash disable=SC2034
# Units, rules, the command and the screen: put where the system looks for them, and taken away again.

# From a version's own copy, so that going back goes back with them, too.
install_files() {
    local from=$1/systemd unit
    step "Units and rules"
    for unit in "${SERVICES[@]}"; do
        write_file "$UNITS/$unit" 0644 <"$from/$unit"
    done
    write_file /etc/sysusers.d/companion.conf 0644 <"$from/companion.sysusers.conf"
    write_file /etc/modules-load.d/companion.conf 0644 <"$from/companion.modules-load.conf"
    write_file /etc/udev/rules.d/60-companion.rules 0644 <"$from/60-companion.rules"
    install_log_keeping "$from/companion.journald.conf"
    point "$COMMAND" "$CURRENT/systemd/companion"
    install_screen "$from"
    install_door
}

# A version that is gone back to may not have it.
install_log_keeping() {
    [[ -e $1 ]] && ! cmp -s "$1" "$LOG_KEEPING" || return 0
    write_file "$LOG_KEEPING" 0644 <"$1"
    ! systemd_runs || { quietly systemctl restart systemd-journald.service && quietly journalctl --flush; } || true
}

# Only where there is a desktop to show it on.
install_screen() {
    has_desktop || return 0
    write_file /etc/xdg/autostart/companion-screen.desktop 0644 <"$1/companion-screen.desktop"
    write_file /usr/share/applications/companion-screen.desktop 0644 <"$1/companion-screen.desktop"
}

# systemd holds the door for tablets, and cannot read companion.toml.
install_door() {
    local port extra=$UNITS/companion-tablet.socket.d/port.conf before
    port=$(set_port)
    before=$(cat "$extra" 2>/dev/null || true)
    if [[ -z $port || $port == 8080 ]]; then
        run rm -rf "$(dirname "$extra")"
    else
        printf '# Made by the installer from companion.toml.\n[Socket]\nListenStream=\nListenStream=%s\n' "$port" |
            write_file "$extra" 0644
    fi
    # Who is open already would stay where it was.
    [[ $before == "$(cat "$extra" 2>/dev/null || true)" ]] || stop_services companion-tablet.service companion-tablet.socket
}

set_port() {
    [[ -e $SETTINGS/companion.toml && -x $CURRENT/bin/python ]] || return 0
    port_of "$CURRENT" || warn "the settings above hold once they are mended"
}

# As a version reads the settings; what it cannot read it says.
port_of() {
    "$1/bin/python" - "$SETTINGS/companion.toml" <<'END'
import sys
from companion.household.settings_document import ConfigError
from companion.household.settings_file import load
try:
    print(load(sys.argv[1], {}).tablet.port)
except ConfigError as error:
    sys.exit(str(error))
END
}

remove_files() {
    step "Units, rules and the command are removed"
    local unit
    for unit in "${SERVICES[@]}"; do
        run rm -rf "${UNITS:?}/$unit" "${UNITS:?}/$unit.d"
    done
    run rm -f /etc/sysusers.d/companion.conf /etc/modules-load.d/companion.conf /etc/udev/rules.d/60-companion.rules "$LOG_KEEPING" \
        /etc/xdg/autostart/companion-screen.desktop /usr/share/applications/companion-screen.desktop "$COMMAND"
    ! systemd_runs || run systemctl daemon-reload
}

STOPPED= # by this run, and not started again yet

systemd_runs() { [[ -d /run/systemd/system ]]; }

# Enabled also where systemd does not run now, such as in an image that is being made.
start_services() {
    if ! command -v systemctl >/dev/null; then
        warn "there is no systemd here, so nothing starts by itself: 'companion table' starts a table"
        return
    fi
    quietly systemctl enable "${SERVICES[@]}" || return
    if ! systemd_runs; then
        say "systemd does not run here: the table starts with the next boot."
        return
    fi
    load_rules
    run systemctl reset-failed "${SERVICES[@]}" 2>/dev/null || true # starts that failed before do not count any more
    STOPPED=
    quietly systemctl start companion-tablet.socket && quietly systemctl start companion-table.service companion-tablet.service
}

load_rules() {
    quietly systemctl daemon-reload
    [[ ! -e /run/udev/control ]] || { quietly udevadm control --reload && quietly udevadm trigger; } || true
    quietly systemctl restart systemd-modules-load.service || true # a module that this kernel does not have
}

# Those that are named, or all; a service that is not there yet is stopped.
stop_services() {
    local unit
    systemd_runs || return 0
    [[ -n $DRY ]] || STOPPED=yes
    for unit in "${@:-${SERVICES[@]}}"; do
        [[ ! -e $UNITS/$unit ]] || quietly systemctl stop "$unit"
    done
}

disable_services() {
    STOPPED= # and is to stay so
    local unit
    for unit in "${SERVICES[@]}"; do
        [[ ! -e $UNITS/$unit ]] || ! command -v systemctl >/dev/null || quietly systemctl disable "$unit" || true
    done
}

say_where_things_are() {
    cat <<END

The companion is installed.
  the command      companion --help
  games and tags   $DATA
  settings         $SETTINGS/companion.toml
  is all well?     companion doctor
  the log          journalctl -u companion-table
END
}

#!/usr/bin/env bash
# Installs, repairs or upgrades the companion on a Raspberry Pi. It can be run again at any time.
# shellcheck disable=SC2034 # the files sourced below use the options
set -euo pipefail

SOURCE=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly SOURCE
for part in common checks program data units pi; do
    # shellcheck source=/dev/null
    source "$SOURCE/systemd/install/$part.sh"
done

usage() {
    cat <<'END'
usage: sudo systemd/install.sh [OPTIONS]

Install the companion, or repair or upgrade it. You can run this again at any time. It never touches games, tags or settings.

  --dry-run              say what would be done, but change nothing
  --simulated            no Raspberry Pi, or nothing wired to it: no drivers, no buses
  --shutdown-button PIN  a button between this BCM pin and ground, held for two seconds, switches the Pi off (21 is free)
  --force                install on an unknown system, or install an older version over a newer one
  --back                 go back to the version that was installed before
  --uninstall            remove the companion, but keep games, tags, settings and backups
  --help                 show this help
END
}

DRY=
FORCE=
SIMULATED=
SHUTDOWN_PIN=
ACTION=install

read_options() {
    while (($#)); do
        case $1 in
            --dry-run) DRY=yes ;;
            --simulated) SIMULATED=yes ;;
            --force) FORCE=yes ;;
            --back | --uninstall)
                [[ $ACTION == install || --$ACTION == "$1" ]] || wrong "--back and --uninstall cannot be used together"
                ACTION=${1#--}
                ;;
            --shutdown-button) choose_pin "${2-}" && shift ;;
            --shutdown-button=*) choose_pin "${1#*=}" ;;
            --help | -h) usage && exit 0 ;;
            *) wrong "there is no option $1" ;;
        esac
        shift
    done
}

choose_pin() {
    if [[ ! $1 =~ ^[0-9]{1,2}$ ]] || ((10#$1 < 2 || 10#$1 > 27)); then
        wrong "--shutdown-button needs a BCM pin number from 2 to 27, such as 21, not '$1'"
    fi
    SHUTDOWN_PIN=$((10#$1))
}

wrong() {
    echo "install.sh: $1. See systemd/install.sh --help." >&2
    exit 2
}

install_companion() {
    require_system
    require_no_downgrade
    install_packages
    make_user
    if is_up_to_date; then
        say "Version $(version_of "$CURRENT") is installed and complete."
        NEW=
    else
        # If systemd runs the table, it is stopped later, and only for a moment.
        systemd_runs || require_no_running_table
        build
    fi
    [[ -z $NEW ]] || change_version
    install_files "$(files_folder)"
    install_settings
    prepare_pi
    start_services || could_not_start
    remove_old_versions
    [[ -n $DRY ]] || say_where_things_are
}

# The game pauses from here until the services start again.
change_version() {
    require_valid_settings "$NEW"
    stop_services
    require_no_running_table
    back_up_data || {
        start_services || true
        fail "The games could not be backed up, so nothing was changed." \
            "Free some space on the card ('df -h /var/lib' shows how much there is), then run this again."
    }
    switch_to "$NEW"
}

could_not_start() {
    if [[ -n $NEW && -n $REPLACED ]]; then
        undo_switch
        install_files "$CURRENT"
        start_services || true
        fail "The new version did not start, so the previous one is installed again." \
            "'journalctl -u companion-table -n 50' says why."
    fi
    fail "The table did not start." "'journalctl -u companion-table -n 50' says why. Fix that, then run this again."
}

go_back() {
    [[ -e $PREVIOUS ]] || fail "There is no version to go back to." "Get the version you want, and run its systemd/install.sh --force."
    local before
    before=$(readlink -f "$PREVIOUS")
    is_intact "$before" || fail "Version $(version_of "$before") is damaged, or was built for another Python." \
        "Get it again, and run its systemd/install.sh --force."
    NEW=$before
    change_version
    install_files "$(files_folder)"
    start_services || fail "Version $(version_of "$before") did not start." \
        "'journalctl -u companion-table -n 50' says why. --back again undoes this. If it cannot read newer games, use the backup in $BACKUPS."
    say "Version $(version_of "$before") is installed again."
}

uninstall() {
    stop_services
    require_no_running_table
    disable_services
    remove_files
    remove_shutdown_button
    run rm -rf "$HOME_OF_PROGRAM"
    say "The companion is removed. Games and tags are still in $DATA, settings in $SETTINGS, backups in $BACKUPS."
    say "To remove those too: sudo rm -rf $DATA $TABLET_DATA $SETTINGS $BACKUPS && sudo userdel companion-tablet && sudo userdel companion"
}

main() {
    umask 022 # the table's user must be able to read the program
    read_options "$@"
    [[ -n $DRY ]] || require_root
    [[ -n $DRY ]] || require_no_other_installer
    trap clean_up EXIT
    # Services that were stopped start again even if the connection to the Pi is lost.
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    case $ACTION in
        install) install_companion ;;
        back) go_back ;;
        uninstall) uninstall ;;
    esac
}

[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@"

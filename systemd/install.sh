#!/usr/bin/env bash
# Installs, repairs and upgrades the companion on a Raspberry Pi. One command, to be run again at any time.
# shellcheck disable=SC2034 # what is chosen here is used by the parts
set -euo pipefail

SOURCE=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly SOURCE
for part in words places checks packages program data units pi; do
    # shellcheck source=/dev/null
    source "$SOURCE/systemd/install/$part.sh"
done

usage() {
    cat <<'END'
usage: sudo systemd/install.sh [OPTIONS]

Install the companion, or repair or upgrade it: run it again at any time. Games, tags and settings are never touched.

  --dry-run              say what would be done, and do nothing
  --simulated            this is no Raspberry Pi, or nothing is wired to it: no drivers, no buses
  --shutdown-button PIN  a button between this BCM pin and ground, held for two seconds, switches the Pi off (21 is free)
  --force                also on a system that is not known to do, and also if an older version replaces a newer one
  --back                 go back to the version that was installed before
  --uninstall            remove the companion; games, tags, settings and backups stay
  --help                 show this
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
            --back | --uninstall) choose_action "${1#--}" ;;
            --shutdown-button) choose_pin "${2-}" && shift ;;
            --shutdown-button=*) choose_pin "${1#*=}" ;;
            --help | -h) usage && exit 0 ;;
            *) wrong "there is no option $1" ;;
        esac
        shift
    done
}

choose_action() {
    [[ $ACTION == install || $ACTION == "$1" ]] || wrong "--back and --uninstall do not go together"
    ACTION=$1
}

choose_pin() {
    if [[ ! $1 =~ ^[0-9]{1,2}$ ]] || ((10#$1 < 2 || 10#$1 > 27)); then
        wrong "--shutdown-button needs a BCM pin number from 2 to 27, such as 21, not '$1'"
    fi
    SHUTDOWN_PIN=$((10#$1))
}

wrong() {
    echo "install.sh: $1. systemd/install.sh --help shows what there is." >&2
    exit 2
}

install_companion() {
    require_system
    require_no_downgrade
    install_packages
    make_user
    if is_in_place; then
        say "Version $(version_of "$CURRENT") is in place and whole."
        NEW=
    else
        # Where systemd runs, its table is stopped in time, and only for as long as need be.
        systemd_runs || require_nobody_plays
        build
    fi
    [[ -z $NEW ]] || change_over
    install_files "$(chosen)"
    install_config
    prepare_pi
    start_services || could_not_start
    remove_old_versions
    [[ -n $DRY ]] || say_where_things_are
}

# The game stands still from here until the services are started again.
change_over() {
    require_settings_to_hold "$NEW"
    stop_services
    require_nobody_plays
    keep_data || {
        start_services || true
        fail "No backup of the games could be made, and without one nothing is changed." \
            "Make room on the card ('df -h /var/lib'), and run this again."
    }
    switch_to "$NEW"
}

could_not_start() {
    if [[ -n $NEW && -n $REPLACED ]]; then
        take_back
        install_files "$CURRENT"
        start_services || true
        fail "The new version did not start, and the one before is in place again." \
            "'journalctl -u companion-table -n 50' says why."
    fi
    fail "The table did not start." "'journalctl -u companion-table -n 50' says why. Then run this again."
}

go_back() {
    [[ -e $PREVIOUS ]] || fail "There is no version to go back to." "Fetch the one you want, and run its systemd/install.sh --force."
    local before
    before=$(readlink -f "$PREVIOUS")
    is_sound "$before" || fail "Version $(version_of "$before") is damaged, or made for another Python." \
        "Fetch it again, and run its systemd/install.sh --force."
    NEW=$before
    change_over
    install_files "$(chosen)"
    start_services || fail "Version $(version_of "$before") did not start." \
        "'journalctl -u companion-table -n 50' says why; --back again undoes this. If it cannot read games that the newer version wrote, the backup in $BACKUPS is from before."
    say "Version $(version_of "$before") is in place again."
}

uninstall() {
    stop_services
    require_nobody_plays
    disable_services
    remove_files
    remove_pi_settings
    run rm -rf "$HOME_OF_PROGRAM"
    say "The companion is removed. Games and tags are still in $DATA, settings in $SETTINGS, backups in $BACKUPS."
    say "To remove those, too: sudo rm -rf $DATA $SETTINGS $BACKUPS && sudo userdel companion"
}

main() {
    umask 022 # what is installed is for the table's user to read, whatever is usual for root
    read_options "$@"
    [[ -n $DRY ]] || require_root
    [[ -n $DRY ]] || be_alone
    trap clean_up EXIT
    # Also when the line to the Pi is lost: what was stopped is started again.
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

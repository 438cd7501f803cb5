/**
 * Runs inside a user and a mount namespace of its own: mounts copies of folders that take all changes, then becomes the
 * command. Arguments: the program `mount`, the number of copies, for each one the folder and where the copy's parts
 * are, then the command. `userxattr` is what a kernel accepts from users. A folder whose name an option of `mount` could
 * read otherwise is mounted at a plain name first; each mount is a program and costs 2 ms.
 */
export const OVERLAY_SCRIPT = `set -e
mount=$1; count=$2; shift 2
while [ "$count" -gt 0 ]; do
  case $1 in
    *[!A-Za-z0-9_./+-]*) "$mount" --bind "$1" "$2/lower"; lower=$2/lower ;;
    *) lower=$1 ;;
  esac
  "$mount" -t overlay overlay -o "lowerdir=$lower,upperdir=$2/upper,workdir=$2/work,userxattr" "$2/merged"
  count=$((count - 1)); shift 2
done
exec "$@"`;

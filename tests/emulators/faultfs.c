/* A disk that fails on demand: preloaded into a process, it counts what changes the files under one folder, and at
 * the chosen operation kills the process, cuts a write short, has no space left, or cannot sync.
 * Counted: creating or emptying a file, write, pwrite, ftruncate, fsync, fdatasync, rename, unlink, mkdir.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 4096
#define NOTED 65536

enum fault { NONE, KILL_BEFORE, KILL_INSIDE, FULL_ONCE, FULL_FROM, FULL_INSIDE, SYNC_FAILS };

static char folder[512];
static char watched[FILES]; /* by file descriptor */
static char ends[FILES];    /* the last letter of the file's name */
static char kinds[NOTED];   /* of the operations so far: c w t s r u d */
static char files[NOTED];   /* the last letters of the names concerned */
static long sizes[NOTED];
static long operations, syncs, at, part;
static __thread long own; /* the number of the operation that this thread is in: two may sync at once */
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static enum fault fault;

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);
static int (*real_mkdir)(const char *, mode_t);

__attribute__((constructor)) static void find_real_ones(void) {
    real_open = dlsym(RTLD_NEXT, "open64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_rename = dlsym(RTLD_NEXT, "rename");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_mkdir = dlsym(RTLD_NEXT, "mkdir");
}

/* For the tests, by way of ctypes */

void faultfs_watch(const char *path) {
    strncpy(folder, path, sizeof folder - 1);
    operations = syncs = 0;
    fault = NONE;
}

void faultfs_arm(int kind, long which, long bytes) {
    operations = syncs = 0;
    fault = kind;
    at = which;
    part = bytes;
}

long faultfs_operations(void) { return operations; }
long faultfs_syncs(void) { return syncs; }
int faultfs_kind(long which) { return which < NOTED ? kinds[which] : 0; }
int faultfs_file(long which) { return which < NOTED ? files[which] : 0; }
long faultfs_size(long which) { return which < NOTED ? sizes[which] : 0; }

/* What happens to an operation */

static int is_watched_path(const char *path) {
    return path && folder[0] && strncmp(path, folder, strlen(folder)) == 0;
}

static char last_letter(const char *path) { return path[0] ? path[strlen(path) - 1] : 0; }

static int is_watched(int file) { return file >= 0 && file < FILES && watched[file]; }

static int is_full(void) {
    return (fault == FULL_ONCE && own == at) || (fault == FULL_FROM && own >= at) || (fault == FULL_INSIDE && own > at);
}

/* 0: go on; -1: fail with errno set. Does not come back from a kill. */
static int begins(char kind, char file, size_t size) {
    pthread_mutex_lock(&counting);
    own = ++operations;
    if (own < NOTED) {
        kinds[own] = kind;
        files[own] = file;
        sizes[own] = size;
    }
    long own_sync = kind == 's' ? ++syncs : 0;
    pthread_mutex_unlock(&counting);
    /* Side by side, what was a write when it was counted may be a sync now. */
    if ((fault == KILL_BEFORE || (fault == KILL_INSIDE && kind != 'w')) && own == at) kill(getpid(), SIGKILL);
    if (fault == SYNC_FAILS && own_sync && own_sync == at) {
        errno = EIO;
        return -1;
    }
    if (kind != 's' && kind != 'u' && is_full()) {
        errno = ENOSPC;
        return -1;
    }
    return 0;
}

/* How much of a write is let through: all, or what the fault allows. */
static size_t allowed(size_t size) {
    int cut = (fault == KILL_INSIDE || fault == FULL_INSIDE) && own == at;
    return cut && (size_t)part < size ? (size_t)part : size;
}

static void killed_inside(void) {
    if (fault == KILL_INSIDE && own == at) kill(getpid(), SIGKILL);
}

ssize_t write(int file, const void *bytes, size_t size) {
    if (!is_watched(file)) return real_write(file, bytes, size);
    if (begins('w', ends[file], size)) return -1;
    ssize_t written = real_write(file, bytes, allowed(size));
    killed_inside();
    return written;
}

static ssize_t any_pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (!is_watched(file)) return real_pwrite(file, bytes, size, offset);
    if (begins('w', ends[file], size)) return -1;
    ssize_t written = real_pwrite(file, bytes, allowed(size), offset);
    killed_inside();
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return any_pwrite(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off_t offset) {
    return any_pwrite(file, bytes, size, offset);
}

static int any_open(const char *path, int flags, mode_t mode) {
    struct stat now;
    if (is_watched_path(path)) {
        int missing = stat(path, &now) != 0;
        int changes = ((flags & O_CREAT) && missing) || ((flags & O_TRUNC) && !missing && now.st_size > 0);
        if (changes && begins('c', last_letter(path), 0)) return -1;
    }
    int file = real_open(path, flags, mode);
    if (file >= 0 && file < FILES) {
        watched[file] = is_watched_path(path);
        ends[file] = last_letter(path);
    }
    return file;
}

#define MODE(flags)                                                                                                    \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & O_CREAT) {                                                                                           \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, int);                                                                                      \
        va_end(rest);                                                                                                  \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return any_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return any_open(path, flags, mode);
}

int close(int file) {
    if (file >= 0 && file < FILES) watched[file] = 0;
    return real_close(file);
}

static int any_ftruncate(int file, off_t size) {
    if (is_watched(file) && begins('t', ends[file], 0)) return -1;
    return real_ftruncate(file, size);
}

int ftruncate(int file, off_t size) { return any_ftruncate(file, size); }
int ftruncate64(int file, off_t size) { return any_ftruncate(file, size); }

int fsync(int file) {
    if (is_watched(file) && begins('s', ends[file], 0)) return -1;
    return real_fsync(file);
}

int fdatasync(int file) {
    if (is_watched(file) && begins('s', ends[file], 0)) return -1;
    return real_fdatasync(file);
}

int rename(const char *from, const char *to) {
    if (is_watched_path(from) && begins('r', last_letter(from), 0)) return -1;
    return real_rename(from, to);
}

int unlink(const char *path) {
    if (is_watched_path(path) && begins('u', last_letter(path), 0)) return -1;
    return real_unlink(path);
}

int mkdir(const char *path, mode_t mode) {
    if (is_watched_path(path) && begins('d', last_letter(path), 0)) return -1;
    return real_mkdir(path, mode);
}

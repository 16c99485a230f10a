// Preloaded: the n-th call of one kind fails, counted over all processes of one program; the disk is full, the wall clock jumps.
//   FAILING_PROGRAM  path of the program; others, such as the shells it starts, are left alone
//   FAILING_STATE    a file of a struct state, which the caller made
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { none, memory, open_file, write_file, sync_file, fork_process, make_pty, map, make_pipe, make_socket, start_thread, read_file, kinds };

struct state {
  uint32_t kind, nth;
  _Atomic uint32_t counts[kinds];  // of calls
  _Atomic uint32_t disk_full;
  _Atomic int32_t clock_jump;  // seconds by which the wall clock is wrong
};
static struct state* state;

__attribute__((constructor)) static void start(void) {
  const char* program = getenv("FAILING_PROGRAM");
  const char* file = getenv("FAILING_STATE");
  char self[4096];
  const ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
  if (program == NULL || file == NULL || size <= 0) return;
  self[size] = 0;
  if (strcmp(self, program) != 0) return;
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void* mapped = (void*)syscall(SYS_mmap, NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (mapped != MAP_FAILED) state = mapped;
}

static int fails(enum kind kind, int error) {
  if (state == NULL) return 0;
  const uint32_t count = ++state->counts[kind];
  const int full = error == ENOSPC && kind == write_file && state->disk_full;
  if (!full && (state->kind != kind || count != state->nth)) return 0;
  errno = error;
  return 1;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
void* malloc(size_t size) { return fails(memory, ENOMEM) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(memory, ENOMEM) ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails(memory, ENOMEM) ? NULL : __libc_realloc(old, size); }

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }
int open(const char* path, int flags, ...) {
  MODE return fails(open_file, EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MODE return fails(open_file, EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  MODE return fails(open_file, EMFILE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  MODE return fails(open_file, EMFILE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

// Pipes, events and terminals have no disk behind them; a reader that is gone is another matter.
static int is_file(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}
ssize_t write(int fd, const void* data, size_t size) {
  return is_file(fd) && fails(write_file, ENOSPC) ? -1 : syscall(SYS_write, fd, data, size);
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  return fails(write_file, ENOSPC) ? -1 : syscall(SYS_pwrite64, fd, data, size, at);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) { return pwrite(fd, data, size, at); }
int ftruncate(int fd, off_t size) { return fails(write_file, EIO) ? -1 : (int)syscall(SYS_ftruncate, fd, size); }
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }
ssize_t send(int fd, const void* data, size_t size, int flags) {
  return fails(write_file, ENOBUFS) ? -1 : syscall(SYS_sendto, fd, data, size, flags, NULL, 0);
}
ssize_t read(int fd, void* data, size_t size) { return is_file(fd) && fails(read_file, EIO) ? -1 : syscall(SYS_read, fd, data, size); }
ssize_t pread(int fd, void* data, size_t size, off_t at) {
  return fails(read_file, EIO) ? -1 : syscall(SYS_pread64, fd, data, size, at);
}
ssize_t pread64(int fd, void* data, size_t size, off64_t at) { return pread(fd, data, size, at); }

int fsync(int fd) { return fails(sync_file, EIO) ? -1 : (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { return fails(sync_file, EIO) ? -1 : (int)syscall(SYS_fdatasync, fd); }

pid_t fork(void) {
  REAL(fork);
  return fails(fork_process, EAGAIN) ? -1 : real();
}
int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions, const posix_spawnattr_t* how,
                char* const argv[], char* const env[]) {
  REAL(posix_spawn);
  return fails(fork_process, EAGAIN) ? EAGAIN : real(pid, path, actions, how, argv, env);
}

int posix_openpt(int flags) { return fails(make_pty, ENOSPC) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, "/dev/ptmx", flags); }
int grantpt(int fd) {
  REAL(grantpt);
  return fails(make_pty, EACCES) ? -1 : real(fd);
}
int unlockpt(int fd) {
  REAL(unlockpt);
  return fails(make_pty, EIO) ? -1 : real(fd);
}
int ptsname_r(int fd, char* name, size_t size) {
  REAL(ptsname_r);
  return fails(make_pty, ENOTTY) ? ENOTTY : real(fd, name, size);
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  return fails(map, ENOMEM) ? MAP_FAILED : (void*)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}
void* mmap64(void* at, size_t size, int protection, int flags, int fd, off64_t offset) {
  return mmap(at, size, protection, flags, fd, offset);
}

int pipe(int ends[2]) { return fails(make_pipe, EMFILE) ? -1 : (int)syscall(SYS_pipe2, ends, 0); }
int pipe2(int ends[2], int flags) { return fails(make_pipe, EMFILE) ? -1 : (int)syscall(SYS_pipe2, ends, flags); }
int eventfd(unsigned int value, int flags) { return fails(make_pipe, EMFILE) ? -1 : (int)syscall(SYS_eventfd2, value, flags); }
int epoll_create1(int flags) { return fails(make_pipe, EMFILE) ? -1 : (int)syscall(SYS_epoll_create1, flags); }
int timerfd_create(int clock, int flags) { return fails(make_pipe, EMFILE) ? -1 : (int)syscall(SYS_timerfd_create, clock, flags); }

int socket(int domain, int type, int protocol) {
  return fails(make_socket, EMFILE) ? -1 : (int)syscall(SYS_socket, domain, type, protocol);
}
int socketpair(int domain, int type, int protocol, int ends[2]) {
  return fails(make_socket, EMFILE) ? -1 : (int)syscall(SYS_socketpair, domain, type, protocol, ends);
}
int accept(int fd, struct sockaddr* peer, socklen_t* size) {
  return fails(make_socket, EMFILE) ? -1 : (int)syscall(SYS_accept4, fd, peer, size, 0);
}
int bind(int fd, const struct sockaddr* name, socklen_t size) {
  return fails(make_socket, EADDRINUSE) ? -1 : (int)syscall(SYS_bind, fd, name, size);
}
int listen(int fd, int waiting) { return fails(make_socket, EADDRINUSE) ? -1 : (int)syscall(SYS_listen, fd, waiting); }
int connect(int fd, const struct sockaddr* name, socklen_t size) {
  return fails(make_socket, ECONNREFUSED) ? -1 : (int)syscall(SYS_connect, fd, name, size);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  REAL(clock_gettime);
  const int status = real(clock, now);
  if (state != NULL && clock == CLOCK_REALTIME) now->tv_sec += state->clock_jump;
  return status;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  REAL(pthread_create);
  return fails(start_thread, EAGAIN) ? EAGAIN : real(thread, how, run, with);
}

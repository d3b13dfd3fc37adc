/**
 * A filter of system calls (seccomp, classic BPF) for a program that only has to compute: it may
 * read files and use the descriptors it was given, but not open a socket, write to the file
 * system, start a process, or touch another one.
 */

type Machine = { audit: number; prctl: number; calls: Calls }
type Calls = {
  /** Refused with EPERM. */
  refused: number[]
  /** Reported as unknown, so that the C library falls back to calls whose flags can be read. */
  unknown: number[]
  /** Allowed for threads only. */
  clone: number
  /** Allowed for reading only: the call, and the position of its flags. */
  open: [call: number, argument: number][]
  /** Allowed for the process itself only. */
  prlimit: number
}

// pidfd_send_signal, io_uring_setup, pidfd_open, pidfd_getfd, process_madvise, process_mrelease,
// fchmodat2: numbered alike everywhere.
const refusedEverywhere = [424, 425, 434, 438, 440, 448, 452]
/** clone3, openat2. */
const unknownEverywhere = [435, 437]

const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: {
    audit: 0xc000003e,
    prctl: 157,
    calls: {
      refused: [
        // socket, connect, accept, sendto, sendmsg, bind, listen, socketpair, accept4
        ...[41, 42, 43, 44, 46, 49, 50, 53, 288],
        // fork, vfork, kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo, ptrace
        ...[57, 58, 62, 200, 234, 129, 297, 101],
        // process_vm_readv, process_vm_writev, setpriority, sched_set*, ioprio_set, migrate_pages
        ...[310, 311, 141, 142, 144, 203, 314, 251, 256, 279],
        // shmget, msgget, semget, truncate, rename, mkdir, rmdir, creat, link, unlink, symlink
        ...[29, 68, 64, 76, 82, 83, 84, 85, 86, 87, 88],
        // chmod, chown, lchown, utime, utimes, futimesat, utimensat, mknod, *at of these
        ...[90, 92, 94, 132, 235, 261, 280, 133, 258, 259, 260, 263, 264, 265, 266, 268, 316],
        // setxattr, lsetxattr, removexattr, lremovexattr, open_by_handle_at
        ...[188, 189, 197, 198, 304],
        // chroot, mount, umount2, pivot_root, unshare, setns, bpf, perf_event_open, userfaultfd
        ...[161, 165, 166, 155, 272, 308, 321, 298, 323],
        // add_key, request_key, keyctl
        ...[248, 249, 250],
        ...refusedEverywhere,
      ],
      unknown: unknownEverywhere,
      clone: 56,
      open: [
        [2, 1],
        [257, 2],
      ],
      prlimit: 302,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    prctl: 167,
    calls: {
      refused: [
        // socket, socketpair, bind, listen, accept, connect, sendto, sendmsg, accept4
        ...[198, 199, 200, 201, 202, 203, 206, 211, 242],
        // kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo, ptrace
        ...[129, 130, 131, 138, 240, 117],
        // process_vm_readv, process_vm_writev, setpriority, sched_set*, ioprio_set, migrate_pages
        ...[270, 271, 140, 118, 119, 122, 274, 30, 238, 239],
        // shmget, msgget, semget, truncate, mknodat, mkdirat, unlinkat, symlinkat, linkat, renameat
        ...[194, 186, 190, 45, 33, 34, 35, 36, 37, 38, 276],
        // fchmodat, fchownat, utimensat, setxattr, lsetxattr, removexattr, lremovexattr
        ...[53, 54, 88, 5, 6, 14, 15, 265],
        // chroot, mount, umount2, pivot_root, unshare, setns, bpf, perf_event_open, userfaultfd
        ...[51, 40, 39, 41, 97, 268, 280, 241, 282],
        // add_key, request_key, keyctl
        ...[217, 218, 219],
        ...refusedEverywhere,
      ],
      unknown: unknownEverywhere,
      clone: 220,
      open: [[56, 2]],
      prlimit: 261,
    },
  },
}

const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45
const RETURN = 0x06

const ALLOW = 0x7fff0000
const KILL = 0x80000000
const EPERM = 0x00050001
const ENOSYS = 0x00050026

const NUMBER_AT = 0
const MACHINE_AT = 4
const argumentAt = (index: number): number => 16 + 8 * index

const CLONE_THREAD = 0x10000
/** O_WRONLY, O_RDWR, O_CREAT, O_TRUNC and O_TMPFILE's own bit. */
const WRITING = 0x3 | 0x40 | 0x200 | 0x400000
/** Calls from here on are those of a second, compatible numbering on x64. */
const OTHER_NUMBERING = 0x40000000

type Step = [code: number, value: number, ifTrue?: number, ifFalse?: number]

/** `when` the argument has any of these bits, `then` is the answer, else `otherwise`. */
function judge(call: number, argument: number, bits: number, then: number, otherwise: number) {
  const steps: Step[] = [
    [IF_EQUAL, call, 0, 4],
    [LOAD, argumentAt(argument)],
    [IF_ANY_BIT, bits, 0, 1],
    [RETURN, then],
    [RETURN, otherwise],
  ]
  return steps
}

function assemble({ audit, calls }: Machine): Buffer {
  const answer = (call: number, value: number): Step[] => [
    [IF_EQUAL, call, 0, 1],
    [RETURN, value],
  ]
  const steps: Step[] = [
    [LOAD, MACHINE_AT],
    [IF_EQUAL, audit, 1, 0],
    [RETURN, KILL],
    [LOAD, NUMBER_AT],
    [IF_AT_LEAST, OTHER_NUMBERING, 0, 1],
    [RETURN, EPERM],
    ...calls.refused.flatMap((call) => answer(call, EPERM)),
    ...calls.unknown.flatMap((call) => answer(call, ENOSYS)),
    ...judge(calls.clone, 0, CLONE_THREAD, ALLOW, EPERM),
    ...calls.open.flatMap(([call, flags]) => judge(call, flags, WRITING, EPERM, ALLOW)),
    ...judge(calls.prlimit, 0, 0xffffffff, EPERM, ALLOW),
    [RETURN, ALLOW],
  ]
  const bytes = Buffer.alloc(steps.length * 8)
  for (const [index, [code, value, ifTrue = 0, ifFalse = 0]] of steps.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}

/** The filter and the number of `prctl` on this machine; null where we don't know its calls. */
export function systemCallFilter(): { program: Buffer; prctl: number } | null {
  const machine = process.platform === 'linux' ? machines[process.arch] : undefined
  return machine ? { program: assemble(machine), prctl: machine.prctl } : null
}

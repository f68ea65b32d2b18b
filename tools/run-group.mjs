import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const WATCH_MS = 200;
const LAST_MS = 10_000;

/**
 * Runs a command whose processes all end together with this one: by a signal, or when the process that started this one
 * is gone. npm kills the shell between itself and a script without notifying the script, so that a server would run for
 * ever. Returns the exit code. Runs on any Node that npm supports.
 */
export async function runGroup(command, args, options) {
  const isWindows = process.platform === 'win32';
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: !isWindows });
  const parent = process.ppid;
  let isEnding = false;
  const tell = (signal) => {
    try {
      return isWindows ? child.kill(signal) : process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  };
  const end = (signal) => {
    isEnding = true;
    tell(signal);
  };
  const watch = setInterval(() => {
    if (process.ppid !== parent && !isEnding) end('SIGTERM');
  }, WATCH_MS);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (status, signal) => resolve(status ?? 128 + (constants.signals[signal] ?? 0)));
  });
  clearInterval(watch);
  // those in between end before what they have started
  for (const last = Date.now() + LAST_MS; isEnding && !isWindows && tell(0) && Date.now() < last; )
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end);
  return code;
}

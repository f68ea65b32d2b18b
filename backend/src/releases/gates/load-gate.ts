import { containerName, ENTRY_FILE } from '@phr/contract/release';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { sriOf } from '../blob-store.ts';
import type { CheckedRelease, Finding } from '../ports.ts';
import { OWN_TEAM } from '../team-keys.ts';
import type { Gate } from './gate.ts';

export interface LoadOptions {
  /** Command that checks a release in a browser; the job file is the last argument. */
  readonly command: readonly [program: string, ...rest: string[]];
  /** Browser to use; without one the gate says that it did not run. */
  readonly browser: string | undefined;
  /** Without a browser: whether another team's release is rejected. */
  readonly strict: boolean;
  /** Location of the served shell. */
  readonly shellDir: string;
  /** How often a view is mounted and left. */
  readonly mounts?: number;
  /** Every screen in all languages and widths, or one sample. */
  readonly whole?: boolean;
  readonly limitMs?: number;
}

/** Environment of the browser process: program paths and no secrets. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
const Findings = z.array(z.object({ where: z.string(), message: z.string(), fix: z.string() }));
const LIMIT_MS = 90_000;
const MOUNTS = 20;

/**
 * Mounts the release in the served shell in a browser: a separate process without keys or database, killed after 90 s.
 */
export function loadGate({ command, browser, strict, ...looks }: LoadOptions): Gate {
  return {
    id: 'LOAD',
    async findings(release, { team }) {
      if (browser === undefined) return [notMounted(strict && team !== OWN_TEAM)];
      return mount(release, { command, browser, ...looks });
    },
  };
}

async function mount(
  release: CheckedRelease,
  {
    command,
    browser,
    shellDir,
    mounts = MOUNTS,
    whole = true,
    limitMs = LIMIT_MS,
  }: Omit<LoadOptions, 'browser' | 'strict'> & { readonly browser: string },
): Promise<readonly Finding[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-release-'));
  try {
    const job = path.join(dir, 'job.json');
    const files = await unpack(release, path.join(dir, 'files'));
    await writeFile(job, JSON.stringify({ ...files, shellDir, mounts, whole }));
    return await look([...command, job], browser, limitMs);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A release that was not mounted always gets a finding. */
const notMounted = (refuses: boolean): Finding => ({
  where: 'release',
  message: 'Nothing was mounted: no browser is configured here',
  fix: 'Operators set LOAD_BROWSER to a Chromium, or LOAD_GATE=warn to do without',
  ...(refuses ? {} : { warning: true }),
});

/** Writes a release's files into a folder; returns its data for the page. */
async function unpack(release: CheckedRelease, releaseDir: string): Promise<object> {
  for (const { path: file } of release.files) {
    const target = path.resolve(releaseDir, file);
    if (!target.startsWith(releaseDir + path.sep)) throw new Error(`${file} is no name for a file of a release`);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await release.read(file));
  }
  const { module, version, manifest } = release;
  const entry = await release.read(ENTRY_FILE);
  return {
    releaseDir,
    version,
    manifest,
    integrity: sriOf(entry),
    container: containerName(module, version),
  };
}

async function look(command: readonly string[], browser: string, limitMs: number): Promise<readonly Finding[]> {
  const { code, out, said, isLate } = await run(command, browser, limitMs);
  if (isLate)
    return [
      {
        where: 'release',
        message: `It was not done after ${limitMs / 1_000} s`,
        fix: 'Look with phr dev at what a screen waits for without an end',
      },
    ];
  if (code !== 0) throw new Error(said.trim().split('\n').at(-1) || `The browser's process ended with ${code}`);
  return Findings.parse(JSON.parse(out));
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
  readonly isLate: boolean;
}

/** Runs a program with a time limit. Rejects if it cannot be started. */
function run([program = '', ...rest]: readonly string[], browser: string, limitMs: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name));
    const env = { ...Object.fromEntries(passedOn), CHROMIUM: browser };
    const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const ended = { out: '', said: '', isLate: false };
    child.stdout.on('data', (text) => {
      ended.out += text;
    });
    child.stderr.on('data', (text) => {
      ended.said += text;
    });
    const limit = setTimeout(() => {
      ended.isLate = true;
      // the browser is a child of the child: the whole group ends
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, limitMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ ...ended, code });
    });
  });
}

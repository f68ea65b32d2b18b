import { createPrivateKey } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DESCRIPTOR_TYPE, DEV_BUILD_TYPE } from '@phr/contract/release';
import { signEnvelope } from './envelope.ts';
import type { Release } from './release-files.ts';
import { Failed } from './failed.ts';

const ASK_AGAIN_MS = 250;
/** All of 10,000 devices. */
const WHOLE = 10_000;

/** A release service, and the keys to call it with. */
export interface ServiceOptions {
  readonly url: string;
  readonly key: string;
  readonly environment: string;
  /** Id and PEM of the ed25519 key that signs releases. */
  readonly signing: { readonly id: string; readonly privateKey: string };
}
/** Current offer of a module. */
export interface Channel {
  readonly revision: number;
  readonly current: string | null;
  readonly rollouts: readonly { readonly id: string; readonly version: string; readonly state: string }[];
}
/** Parameters of an offer. */
export interface Offer {
  readonly version: string;
  readonly share: number;
  readonly reason: string;
  /** Skips the staging period, never the gates. */
  readonly urgent?: boolean;
  /** In addition to a running rollout. */
  readonly beside?: boolean;
}
/** Response to a signed build: missing files, and for a development build until when it is shown. */
interface Begun {
  readonly missing: readonly string[];
  readonly endsAt?: string;
}
interface Checks {
  readonly state: string;
  readonly gates: readonly {
    readonly id: string;
    /** With findings it is a warning. */
    readonly ok: boolean;
    readonly findings: readonly { readonly where: string; readonly message: string; readonly fix: string }[];
  }[];
}

export type ReleaseService = ReturnType<typeof createReleaseService>;

/** The current offers of an environment. Rejects with Failed and the service's message. */
export async function readChannels(options: ServiceOptions): Promise<Readonly<Record<string, Channel>>> {
  const path = `/releases/v1/environments/${options.environment}`;
  const { modules } = (await sender(options)('GET', path)) as { modules: ({ name: string } & Channel)[] };
  return Object.fromEntries(modules.map(({ name, ...channel }) => [name, channel]));
}

/** Thin client of the release service for one module. Calls reject with Failed and the service's message. */
export function createReleaseService(options: ServiceOptions, module: string) {
  const send = sender(options);
  const versionPath = (version: string): string => `/releases/v1/modules/${module}/versions/${version}`;
  const at = `/releases/v1/environments/${options.environment}/modules/${module}`;
  const channel = () => send('GET', at) as Promise<Channel>;
  /** A conditional change of the current offer: a concurrent change is reported, not overwritten. */
  const change = async (method: string, path: string, body: object) =>
    send(method, `${at}/${path}`, body, { 'if-match': `"${(await channel()).revision}"` });
  const checked = async (version: string): Promise<readonly string[]> => {
    let checks = (await send('POST', `${versionPath(version)}/finish`)) as Checks;
    while (checks.state === 'checking') {
      await pause(ASK_AGAIN_MS);
      checks = (await send('GET', `${versionPath(version)}/checks`)) as Checks;
    }
    const [refused, warned] = [findingsIn(checks, false), findingsIn(checks, true)];
    if (checks.state !== 'accepted')
      throw new Failed(`${module} ${version} is ${checks.state}:\n${[...refused, ...warned].join('\n')}`);
    return warned;
  };
  const begin = async ({ descriptor }: Release, type: string, path: string): Promise<Begun> => {
    const signer = { id: options.signing.id, private: createPrivateKey(options.signing.privateKey) };
    return (await send('POST', path, signEnvelope(type, Buffer.from(JSON.stringify(descriptor)), signer))) as Begun;
  };
  const sendFiles = async ({ descriptor, read }: Release, { missing }: Begun): Promise<void> => {
    for (const sha256 of missing) {
      const file = descriptor.files.find((one) => one.sha256 === sha256);
      if (file !== undefined) await send('PUT', `/releases/v1/blobs/${sha256}`, await read(file.path));
    }
  };
  return {
    channel,
    /**
     * Waits for the gates' check of an uploaded version, repeating it if it was rejected. Resolves to warnings; rejects
     * with all findings if a gate rejects it.
     */
    checked,
    /** Operator approval of requests: calls, 'partner pages', and other names given by gates. */
    approve: (names: readonly string[]) => send('POST', `/releases/v1/modules/${module}/approve`, { names }),
    history: () => send('GET', `${at}/events`),
    change,
    /**
     * Offers an accepted version to a share of devices; to everyone if the share is whole or nothing is offered yet.
     * Idempotent, so that repeated jobs succeed.
     * @param share of 10,000 devices
     */
    async offer({ version, share, beside = false, ...asked }: Offer): Promise<unknown> {
      const { current, rollouts, ...known } = await channel();
      if (current === version) return { current, rollouts, ...known };
      const { urgent: _urgent, ...raise } = asked;
      if (current === null) return change('POST', 'promote', { version, ...asked });
      const running = rollouts.find((one) => one.version === version && one.state !== 'stopped');
      const started =
        running === undefined
          ? await change('POST', 'rollouts', { version, share, beside, ...asked })
          : await change('PATCH', `rollouts/${running.id}`, { share, ...raise });
      return share === WHOLE ? change('POST', 'promote', { version, ...asked }) : started;
    },
    kill: (body: object) => send('POST', `${at}/kill`, body),
    markGood: (version: string, body: object) => send('POST', `${versionPath(version)}/mark-good`, body),
    withdraw: (version: string, body: object) => send('POST', `${versionPath(version)}/withdraw`, body),
    /** The rollout of a version, or the only one. */
    async rolloutOf(version: string | undefined): Promise<Channel['rollouts'][number]> {
      const { rollouts } = await channel();
      const alive = rollouts.filter((one) => one.state !== 'stopped' && one.version === (version ?? one.version));
      const [rollout, second] = alive;
      if (rollout === undefined) throw new Failed(`${module} has no version in rollout`);
      if (second !== undefined) throw new Failed(`Two versions of ${module} are in rollout: name one with --version`);
      return rollout;
    },
    /** Sends what the service has not, and has it `checked`. */
    async upload(release: Release): Promise<readonly string[]> {
      await sendFiles(release, await begin(release, DESCRIPTOR_TYPE, `/releases/v1/modules/${module}/versions`));
      return checked(release.descriptor.version);
    },
    /** Shows a build in development to the developer whose key this is. Answers until when. */
    async push(release: Release): Promise<string> {
      await sendFiles(release, await begin(release, DEV_BUILD_TYPE, `${at}/dev`));
      const { endsAt = '' } = await begin(release, DEV_BUILD_TYPE, `${at}/dev`);
      return endsAt;
    },
  };
}

function sender({ url, key }: Pick<ServiceOptions, 'url' | 'key'>) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Failed(`The release service at ${url} does not answer: start it, or set RELEASES_URL.`, {
        cause: error,
      });
    });
    const text = await answer.text();
    if (answer.ok) return text === '' ? undefined : JSON.parse(text);
    throw new Failed(`${method} ${path}: ${answer.status} ${wordsIn(text)}`);
  };
}

/** Code and message of the service's response; other responses (of a proxy) verbatim. */
function wordsIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    const { code, message } = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
    if (typeof code === 'string' && typeof message === 'string') return `${code}: ${message}`;
  } catch {
    // not JSON
  }
  return text.slice(0, 500);
}

const findingsIn = ({ gates }: Checks, passed: boolean): readonly string[] =>
  gates
    .filter(({ ok }) => ok === passed)
    .flatMap(({ id, findings }) =>
      findings.map(({ where, message, fix }) => `  ${id}${passed ? ' (warning)' : ''}  ${where}: ${message} ${fix}`),
    );

import { besideEachOther } from '../../kit/beside-each-other.ts';
import type { Registry } from '@phr/contract/registry';
import type { ServerLog } from '../../kit/platform.ts';
import type { StopRollout } from '../ports.ts';
import type { OfRelease } from './figures.ts';
import type { RunningRollout } from '../rollouts.ts';

export interface ProberParts {
  readonly environment: string;
  readonly readRegistry: () => Promise<Registry>;
  /** Addresses of all files of a release, below its folder. */
  readonly filesOf: (module: string, version: string) => Promise<readonly string[]>;
  /** Status of a file's answer; rejects where the server was not reached. */
  readonly head: (address: string) => Promise<number>;
  readonly rollouts: () => Promise<readonly RunningRollout[]>;
  readonly stopRollout: StopRollout;
  readonly log: ServerLog;
}

/** Files asked for at the same time. */
const AT_ONCE = 8;
/** Answers that say that a file is not there; a server that is away or overloaded says nothing about a release. */
const GONE: readonly number[] = [404, 410];

/**
 * Asks for all offered files. What pages tell of lines and caches is no trial of a version, so this looks after its files instead: one that is not there, asked for
 * twice, stops the rollout of its version. To be called each minute.
 */
export function createProber({ environment, readRegistry, filesOf, head, rollouts, stopRollout, log }: ProberParts) {
  let missing: readonly (OfRelease & { readonly count: number; readonly files: readonly string[] })[] = [];

  const isGone = async (address: string): Promise<boolean> => {
    const ask = () =>
      head(address)
        .then((status) => GONE.includes(status))
        .catch(() => false);
    return (await ask()) && (await ask());
  };

  const goneOf = async (module: string, version: string): Promise<readonly string[]> => {
    const files = await filesOf(module, version);
    const answers = await besideEachOther(
      files.map((file) => () => isGone(`/m/${module}/${version}/${file}`)),
      AT_ONCE,
    );
    return files.filter((_file, index) => answers[index]).toSorted();
  };

  return {
    missing: () => missing,
    async tick(): Promise<void> {
      const offered = (await readRegistry()).modules.flatMap(({ name, current, previous, earlier = [], rollout }) =>
        [current, previous, rollout?.release, ...earlier].flatMap((release) =>
          release === undefined ? [] : [{ module: name, version: release.version }],
        ),
      );
      const found = [];
      for (const { module, version } of offered) {
        const files = await goneOf(module, version).catch(() => []);
        if (files.length > 0) found.push({ environment, module, version, count: files.length, files });
      }
      missing = found;
      for (const { module, version, files } of found) {
        log.error({ module, version, files: files.slice(0, 5) }, 'offered files are not there');
        for (const rollout of (await rollouts()).filter((one) => one.module === module && one.version === version))
          await stopRollout(environment, module, rollout.id, 'Files of the version are not there', {
            missing: files.length,
            file: files[0] ?? '',
          });
      }
    },
  };
}

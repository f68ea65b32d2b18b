// Builds everything, two packages at a time; unchanged packages are not built again.
import { buildPackage, type Built } from './build-package.ts';
import { BUILDS } from './workspace.ts';

/** Builds the named packages (all by default). Rejects with the first failure. */
export async function buildAll(names: readonly string[] = BUILDS): Promise<Built[]> {
  const queue = [...names];
  const done: Built[] = [];
  async function worker(): Promise<void> {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const built = await buildPackage(name);
      done.push(built);
      console.log(
        `  ${built.fresh ? `built in ${built.seconds.toFixed(1)} s` : 'unchanged'}  ${name} ${built.version}`,
      );
    }
  }
  await Promise.all([worker(), worker()]);
  return done;
}

if (import.meta.main) await buildAll(process.argv.length > 2 ? process.argv.slice(2) : BUILDS);

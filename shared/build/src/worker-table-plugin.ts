import { createHash } from 'node:crypto';
import webpack, { type Compiler } from 'webpack';

const NAME = 'WorkerTablePlugin';
/** Matches the whole call, since the minifier chooses the quotes. */
const PLACE = /JSON\.parse\((["'`])@@worker-table@@\1\)/;
const BUILD = '__PHR_BUILD__';
const KEPT = /\.[0-9a-f]{8}\.(?:js|css|woff2)$/;

/**
 * Gives the service worker the list of build files with hashes, and a build name for worker and page that changes with
 * either.
 */
export class WorkerTablePlugin {
  private readonly worker: string;
  private readonly page: string;

  constructor(worker: string, page: string) {
    this.worker = worker;
    this.page = page;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 10 },
        (assets) => {
          if (compilation.errors.length > 0) return;
          const worker = assets[this.worker]?.source().toString();
          const page = assets[this.page]?.source().toString();
          if (!worker || !PLACE.test(worker) || !page?.includes(BUILD))
            throw new Error(`${this.worker} and ${this.page} hold no place for the build's name`);
          const files = Object.fromEntries(
            Object.entries(assets)
              .filter(([file]) => KEPT.test(file))
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([file, asset]) => [
                `/${file}`,
                `sha256-${createHash('sha256').update(asset.buffer()).digest('base64')}`,
              ]),
          );
          const build = createHash('sha256')
            .update(JSON.stringify(files))
            .update(worker)
            .update(page)
            .digest('hex')
            .slice(0, 16);
          compilation.updateAsset(
            this.worker,
            new webpack.sources.RawSource(worker.replace(PLACE, () => JSON.stringify({ build, files }))),
          );
          compilation.updateAsset(this.page, new webpack.sources.RawSource(page.replace(BUILD, () => build)));
        },
      );
    });
  }
}

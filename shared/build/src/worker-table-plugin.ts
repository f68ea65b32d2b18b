import { createHash } from 'node:crypto';
import webpack, { type Compiler } from 'webpack';

const NAME = 'WorkerTablePlugin';
/** The minifier chooses the quotes, so the whole call gives way to the table. */
const PLACE = /JSON\.parse\((["'`])@@worker-table@@\1\)/;
const BUILD = '__PHR_BUILD__';
const KEPT = /\.[0-9a-f]{8}\.(?:js|css|woff2)$/;

/**
 * Tells the service worker which files its build consists of, with their hashes, and gives the build a name that stands in worker and page: any
 * change of either makes another build.
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

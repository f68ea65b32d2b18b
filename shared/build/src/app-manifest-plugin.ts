import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Compiler } from 'webpack';

const NAME = 'AppManifestPlugin';

export interface AppManifestOptions {
  /** Folder of the manifests' icons. */
  readonly icons: string;
  /** File name of each manifest, and its generator. */
  readonly manifests: Readonly<Record<string, (addressOf: (icon: string) => string) => object>>;
}

/** Emits web app manifests and their icons, with content-hashed icon URLs. */
export class AppManifestPlugin {
  private readonly options: AppManifestOptions;

  constructor(options: AppManifestOptions) {
    this.options = options;
  }

  apply(compiler: Compiler): void {
    const { icons, manifests } = this.options;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const addressOf = (icon: string): string => {
            const bytes = readFileSync(path.join(icons, icon));
            const { name, ext } = path.parse(icon);
            const file = `${name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}${ext}`;
            if (!compilation.getAsset(file)) compilation.emitAsset(file, new webpack.sources.RawSource(bytes));
            return `/${file}`;
          };
          for (const [file, make] of Object.entries(manifests))
            compilation.emitAsset(file, new webpack.sources.RawSource(JSON.stringify(make(addressOf))));
        },
      );
    });
  }
}

import webpack, { type ChunkGroup, type Compiler } from 'webpack';
import { sri } from './integrity-plugin.ts';

const NAME = 'PartsPlugin';
/** File listing the parts of a build. */
const FILE = 'parts.json';

/** The part an import request belongs to; undefined for none. */
export type PartName = (request: string) => string | undefined;

/** Views, slots and sources are files of the same name; a source is a slot without UI. */
export const partOfModule: PartName = (request) => {
  const [, kind, name] = /^\.\/(view|slot|source)s\/([\w-]+)\.tsx?$/.exec(request) ?? [];
  return kind === undefined || name === undefined ? undefined : `${kind === 'view' ? kind : 'slot'}/${name}`;
};

/**
 * Writes `parts.json`: the files (with hashes) needed by each lazily imported part, including those of the importing
 * file, so that a page can preload them alongside the first script.
 */
export class PartsPlugin {
  private readonly partOf: PartName;

  constructor(partOf: PartName) {
    this.partOf = partOf;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        (assets) => {
          const parts: Record<string, Record<string, string>> = {};
          const hashOf = (file: string): [string, string] => [file, sri(assets[file]?.buffer() ?? '', 'sha256')];
          for (const group of compilation.chunkGroups)
            for (const { request } of group.origins) {
              const part = request === undefined ? undefined : this.partOf(request);
              if (part !== undefined)
                parts[part] = { ...parts[part], ...Object.fromEntries(filesOf(group).map(hashOf)) };
            }
          const sorted = Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
          compilation.emitAsset(FILE, new webpack.sources.RawSource(JSON.stringify(sorted, null, 1)));
        },
      );
    });
  }
}

/** Scripts of a chunk group and its parents, without the page's first script and the entry. */
function filesOf(group: ChunkGroup): readonly string[] {
  const asking = [...group.parentsIterable].filter((parent) => !parent.isInitial());
  const files = [...asking, group].flatMap((one) => one.getFiles());
  return files.filter((file) => file.endsWith('.js'));
}

import webpack, { type ChunkGroup, type Compiler } from 'webpack';
import { sri } from './integrity-plugin.ts';

const NAME = 'PartsPlugin';
/** File of a build that lists its parts. */
const FILE = 'parts.json';

/** Which part an import's request belongs to; undefined for one that belongs to none. */
export type PartName = (request: string) => string | undefined;

/** A module's views, slots and sources lie in files of their names; a source is a slot without a view. */
export const partOfModule: PartName = (request) => {
  const [, kind, name] = /^\.\/(view|slot|source)s\/([\w-]+)\.tsx?$/.exec(request) ?? [];
  return kind === undefined || name === undefined ? undefined : `${kind === 'view' ? kind : 'slot'}/${name}`;
};

/**
 * Writes `parts.json`: for each part that is imported on need the files that it takes with their hashes, those of the file that imports it included.
 * Who writes the page can name them in it, so that they come beside the first script and not after it.
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

/** The scripts of a group and of those that ask for it, but of the page's first script and of the entry, which have names of their own. */
function filesOf(group: ChunkGroup): readonly string[] {
  const asking = [...group.parentsIterable].filter((parent) => !parent.isInitial());
  const files = [...asking, group].flatMap((one) => one.getFiles());
  return files.filter((file) => file.endsWith('.js'));
}

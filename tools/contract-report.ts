// Writes or checks docs/contract/<version>.api.md, the contract as types. Usage: node tools/contract-report.ts [--write
// [--unreleased]]
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { ROOT } from './workspace.ts';

const SOURCES = path.join(ROOT, 'shared/contract/src');
const file = path.join(ROOT, 'docs/contract', `${CONTRACT_VERSION}.api.md`);

/** The declarations of the contract, file by file, without bodies. */
export async function contractReport(): Promise<string> {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.ts') && !name.includes('.test')).sort();
  const declarations = new Map<string, string>();
  const program = ts.createProgram(
    names.map((name) => path.join(SOURCES, name)),
    {
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2024,
      lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
    },
  );
  program.emit(undefined, (name, text) => declarations.set(path.basename(name).replace('.d.ts', '.ts'), text.trim()));
  const parts = names.map((name) => `## ${name}\n\n\`\`\`ts\n${declarations.get(name) ?? ''}\n\`\`\`\n`);
  return `# Contract ${CONTRACT_VERSION}\n\nGenerated from shared/contract by \`node tools/contract-report.ts --write\`. A change needs a new version.\n\n${parts.join('\n')}`;
}

/** What is wrong with the report in git, or undefined. */
export async function contractFault(): Promise<string | undefined> {
  if (!existsSync(file))
    return `docs/contract/${CONTRACT_VERSION}.api.md is missing: run node tools/contract-report.ts --write`;
  if ((await readFile(file, 'utf8')) !== (await contractReport()))
    return `The border changed but its version is still ${CONTRACT_VERSION}: raise CONTRACT_VERSION and write a new report`;
  return undefined;
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    if (existsSync(file) && !process.argv.includes('--unreleased') && (await contractFault())) {
      console.error(`${await contractFault()} (--unreleased replaces the report of a version that nobody uses yet)`);
      process.exit(1);
    }
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await contractReport());
  }
  const fault = await contractFault();
  if (fault) {
    console.error(fault);
    process.exit(1);
  }
}

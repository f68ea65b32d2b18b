// Which files are mutated, and how many of their breaks may survive.
import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface Area {
  readonly name: string;
  /** Folders and files from the root. */
  readonly places: readonly string[];
  /** The share of breaks that may survive. */
  readonly limit: number;
}

const STRICT = 0.1;
/** Wrong here is wrong for a patient, a right or a record. */
const STRICT_PLACES: Readonly<Record<string, readonly string[]>> = {
  clinical: ['shared/clinical/'],
  fhir: ['shared/fhir/', 'backend/src/fhir/'],
  access: ['backend/src/access/'],
  loader: ['shared/loader/', 'shell/src/services/loader/'],
  registry: ['shell/src/services/registry/'],
  outbox: ['shell/src/services/outbox/', 'backend/src/gateway/realtime/outbox.ts'],
  auth: ['shell/src/services/auth/'],
};
const ELSEWHERE: Area = { name: 'elsewhere', places: [''], limit: 0.2 };
export const AREAS: readonly Area[] = [
  ...Object.entries(STRICT_PLACES).map(([name, places]) => ({ name, places, limit: STRICT })),
  ELSEWHERE,
];

/** The area of a file; the strict ones come first. */
export const areaOf = (file: string): Area =>
  AREAS.find(({ places }) => places.some((place) => file.startsWith(place))) ?? ELSEWHERE;

/** Names of files that are not our own code: third-party or generated. */
const SKIPPED = new Set(['node_modules', '.git', '.cache', '.data', 'dist', 'coverage', 'test-results']);

/** All files below a folder except the skipped ones, relative to the folder, with '/'. */
export function filesBelow(root: string, dir = ''): readonly string[] {
  const entries = readdirSync(path.join(root, dir), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = dir === '' ? entry.name : `${dir}/${entry.name}`;
    if (SKIPPED.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(root, file);
    return entry.isFile() ? [file] : [];
  });
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Code that runs for users: without tests and their helpers, build and measuring code, and tables of texts. */
export function isBreakable(file: string): boolean {
  return (
    /^(?:shell|mfe-[a-z]+|backend|shared\/(?!testing\/|build\/)[a-z-]+)\/src\/.*\.tsx?$/.test(file) &&
    !isTest(file) &&
    !/\.test-support\.tsx?$/.test(file) &&
    !/\.d\.ts$|\/(?:dev|demo|testing|locales|data)\/|\/dictionary\.\w+\.ts$|[/-]texts\.ts$|\/screens\.ts$/.test(file)
  );
}

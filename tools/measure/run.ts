// pnpm measure [sizes] [pages] [waterfall] [charts] [ecg] [mounts] [federation] [fhir] [fhir-growth] [fhir-days] [sockets] [stall] [long-inputs] [start] [build]   (all of them by default, the build last)
import { measureChunks } from '../size-gate.ts';
import { kb } from './browser.ts';
import { measureFederation } from './federation.ts';
import { measureFhir, measureFhirDays, measureFhirGrowth } from './fhir.ts';
import { measureLongInputs } from './long-inputs.ts';
import { measurePages } from './pages.ts';
import { measureSockets } from './sockets.ts';
import { measureStall } from './stall.ts';
import { measureBuild, measureStart } from './times.ts';
import { measureWaterfall } from './waterfall.ts';
import { measureCharts, measureEcg, measureMounts } from './vitals.ts';

const MEASURES: Readonly<Record<string, () => Promise<void>>> = {
  async sizes() {
    for (const { file, gzip, limit } of await measureChunks())
      console.log(`  ${kb(gzip).padStart(9)} of ${kb(limit).padStart(9)}  ${file}`);
  },
  pages: measurePages,
  waterfall: measureWaterfall,
  charts: measureCharts,
  ecg: measureEcg,
  mounts: measureMounts,
  federation: measureFederation,
  fhir: measureFhir,
  'fhir-growth': measureFhirGrowth,
  'fhir-days': measureFhirDays,
  sockets: measureSockets,
  stall: measureStall,
  'long-inputs': measureLongInputs,
  start: measureStart,
  build: measureBuild,
};

// numbers after a name are the measure's own
const words = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const names = words.length > 0 ? words : Object.keys(MEASURES);
for (const name of names) {
  const measure = MEASURES[name];
  if (!measure) {
    console.error(`No measure "${name}"; there are: ${Object.keys(MEASURES).join(', ')}`);
    process.exit(2);
  }
  console.log(name);
  try {
    await measure();
  } catch (error) {
    // Processes started by a measure may still be running: they end with this process.
    console.error(error);
    process.exit(1);
  }
}
process.exit(process.exitCode ?? 0);

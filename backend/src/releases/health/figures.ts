import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Sql } from '../../kit/platform.ts';
import { TIME_BOUNDS } from './hours.ts';
import type { ModuleReport } from './report.ts';

/** Subject of a metric. Unoffered versions are labelled 'other', to bound the number of labels. */
export interface OfRelease {
  readonly environment: string;
  readonly module: string;
  readonly version: string;
}

/** One running rollout as the figures show it. */
export interface RolloutFigure extends OfRelease {
  /** Of 10,000 devices. */
  readonly share: number;
  readonly evidence: number;
}

export interface FigureSources {
  readonly devices: () => Promise<readonly (OfRelease & { readonly count: number })[]>;
  readonly rollouts: () => Promise<readonly RolloutFigure[]>;
  /** Offered files that failed the prober, if it runs here. */
  readonly missing?: () => readonly (OfRelease & { readonly count: number })[];
  /** What everybody has and fails for many. */
  readonly alarms?: () => readonly OfRelease[];
}

const RELEASE = ['environment', 'module', 'version'] as const;

/** Module metrics; names of modules and versions, nothing personal. */
export function createFigures() {
  const registry = new Registry();
  const registers = [registry];
  const loads = new Counter({
    name: 'phr_module_loads_total',
    help: 'Loads of modules on devices; kind says at which step one failed',
    labelNames: [...RELEASE, 'result', 'kind'],
    registers,
  });
  const seconds = new Histogram({
    name: 'phr_module_load_seconds',
    help: 'Time until a module stood on screen',
    labelNames: RELEASE,
    buckets: TIME_BOUNDS.map((ms) => ms / 1_000),
    registers,
  });
  const faults = new Counter({
    name: 'phr_module_faults_total',
    help: 'Faults of modules that stood on screen',
    labelNames: [...RELEASE, 'kind'],
    registers,
  });
  const leaks = new Counter({
    name: 'phr_module_leaks_total',
    help: 'Things that modules left in the page: nodes, style sheets, subscriptions',
    labelNames: RELEASE,
    registers,
  });

  return {
    registry,
    count(of: OfRelease, { load, faults: told = [], leaks: left }: ModuleReport) {
      const { environment, module, version } = of;
      const labels = { environment, module, version };
      if (load !== undefined && 'ms' in load) {
        loads.inc({ ...labels, result: 'good', kind: '' });
        seconds.observe(labels, load.ms / 1_000);
      } else if (load !== undefined) loads.inc({ ...labels, result: 'failed', kind: load.failed });
      for (const { kind } of told) faults.inc({ ...labels, kind });
      if (left !== undefined) leaks.inc(labels, left.nodes + left.sheets + left.subscriptions);
    },
    /** Registers metrics read on demand. */
    read({ devices, rollouts, missing = () => [], alarms = () => [] }: FigureSources) {
      gaugeOf(registry, 'phr_module_devices', 'Accounts that loaded a version today', async () =>
        (await devices()).map(({ count, ...labels }) => [labels, count]),
      );
      gaugeOf(registry, 'phr_rollout_share', 'Share of devices that a rollout goes to, of 1', async () =>
        (await rollouts()).map(({ share, evidence: _, ...labels }) => [labels, share / 10_000]),
      );
      gaugeOf(registry, 'phr_rollout_evidence', 'Evidence against a rollout; it stops at 1000', async () =>
        (await rollouts()).map(({ evidence, share: _, ...labels }) => [labels, evidence]),
      );
      gaugeOf(registry, 'phr_module_files_missing', 'Offered files that do not answer', async () =>
        missing().map(({ count, ...labels }) => [labels, count]),
      );
      gaugeOf(
        registry,
        'phr_module_alarm',
        'Version that everybody has and of whose loads over a fifth are bad',
        async () => alarms().map((labels) => [labels, 1]),
      );
    },
  };
}

/** Accounts that loaded each version on the day (UTC) of `at`. */
export async function devicesToday(sql: Sql, at: Date): Promise<readonly (OfRelease & { readonly count: number })[]> {
  const rows = await sql.query<{ environment: string; module: string; version: string; count: string }>(
    `select environment, module, version, count(*) as count from module_trial
     where day = ($1::timestamptz at time zone 'UTC')::date group by environment, module, version`,
    [at],
  );
  return rows.map(({ count, ...of }) => ({ ...of, count: Number(count) }));
}

export type Figures = ReturnType<typeof createFigures>;

function gaugeOf(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<readonly (readonly [OfRelease, number])[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: RELEASE,
    registers: [registry],
    async collect() {
      const values = await read();
      this.reset();
      for (const [labels, value] of values) this.set({ ...labels }, value);
    },
  });
}

import type { PhrModule } from '@phr/contract/phr-module';
import type { Federation } from '@phr/loader/federation';

const MODULES: Readonly<Record<string, () => Promise<{ default: PhrModule }>>> = {
  'mfe-records': () => import('../../mfe-records/src/module.ts'),
  'mfe-vitals': () => import('../../mfe-vitals/src/module.ts'),
  'mfe-booking': () => import('../../mfe-booking/src/module.ts'),
  'mfe-devices': () => import('../../mfe-devices/src/module.ts'),
};

/** Stands in for the federation host in the single bundle: modules are chunks of the shell's own build. */
export function startFederation(): Federation {
  return {
    async load(name) {
      const load = MODULES[name];
      if (!load) throw new Error(`${name} is not in the single bundle`);
      return (await load()).default;
    },
  };
}

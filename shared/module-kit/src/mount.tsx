import type { HostApi } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';

/**
 * Mounts one view of a module into an element of the document, for a module's own dev page and its tests.
 * Returns the function that takes it away again.
 */
export async function mountView(
  module: PhrModule,
  host: HostApi,
  domElement: HTMLElement,
  overlayRoot: HTMLElement,
  view = 'app',
): Promise<() => Promise<void>> {
  const instance = await module.create(host);
  const lifecycles = instance.views[view] ?? instance.slots[view];
  if (!lifecycles) throw new Error(`${module.name} has no view or slot "${view}"`);
  const props = {
    name: `${module.name}/${view}`,
    domElement,
    overlayRoot,
    styleRoot: document,
    basePath: '',
    headingLevel: 1,
    input: undefined,
  };
  await lifecycles.bootstrap(props);
  await lifecycles.mount(props);
  return async () => {
    await lifecycles.unmount(props);
    instance.dispose();
  };
}

import type { HostApi } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';

/** Mounts a view into an element of the document, for a module's dev page and tests. Returns the unmount function. */
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

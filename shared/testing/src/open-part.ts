import type { HostApi } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';

/** `mountView` of the module kit. */
export type Mount = (
  module: PhrModule,
  host: HostApi,
  element: HTMLElement,
  overlays: HTMLElement,
  part?: string,
) => Promise<() => Promise<void>>;

/**
 * Mounts a view or slot into an emptied document for unit tests (see `document.body`), ending the previous one. A mount
 * resolves after React has rendered, which `act` would block; tests use `findBy…` instead.
 */
export async function openPart(mount: Mount, module: PhrModule, host: HostApi, part = 'app'): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await leave?.();
  const [element, overlays] = [document.createElement('div'), document.createElement('div')];
  document.body.replaceChildren(element, overlays);
  leave = await mount(module, host, element, overlays, part);
}

let leave: (() => Promise<void>) | undefined;

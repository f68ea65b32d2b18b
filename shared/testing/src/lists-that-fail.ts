import type { PhrModule } from '@phr/contract/phr-module';
import { screen, waitFor } from '@testing-library/dom';
import { createFailingHost } from './failing-host.ts';
import { openPart, type Mount } from './open-part.ts';

/** Declares, for each path of a module, a test of its error state when the list fails to load. */
export function testListsThatFail(mount: Mount, module: PhrModule, paths: readonly string[]): void {
  test.each(paths)(
    '[UI-17] %s: a list that fails says so in its place with another try, no toast, no overlay',
    async (path) => {
      const host = createFailingHost(path);
      await openPart(mount, module, host);
      expect((await screen.findAllByRole('button', { name: /^Thử lại/ })).length).toBeGreaterThan(0);
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
      expect(host.seen.notices).toEqual([]);
    },
  );
}

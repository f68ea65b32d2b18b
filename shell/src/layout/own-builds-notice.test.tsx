import { createStore } from '@phr/contract/store';
import { act, screen } from '@testing-library/react';
import { offerOf, TODAY } from '../testing/offer-of.ts';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import { OwnBuildsNotice } from './own-builds-notice.tsx';

test('a developer is told which modules are her own builds, and nobody else is told anything', async () => {
  const { shell } = await createFakeShell();
  const offered = offerOf(TODAY);
  const offer = createStore(offered);
  const { container } = renderIn({ ...shell, offer }, <OwnBuildsNotice />);
  expect(container).toBeEmptyDOMElement();
  const [first] = offered;
  const candidates = (first?.candidates ?? []).map((candidate) => ({ ...candidate, why: 'own' as const }));
  act(() => offer.set(first === undefined ? [] : [{ ...first, candidates }]));
  expect(screen.getByText(`Bản đang phát triển của riêng bạn: ${first?.name}.`)).toBeVisible();
});

import { expect, onScreen, test } from '../../support/app.ts';
import { readOneByOne } from '../../support/read-batches.ts';

// An account without a patient: known to the identity service, but without a Patient resource.
test('[SEC-01, JRN-01] an account without a patient meets no record screen, whatever it opens', async ({ tab }) => {
  const asked: string[] = [];
  await readOneByOne(tab);
  await tab.route('**/fhir/**', (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const user = { resourceType: 'User', data: { practitionerId: 'dr-duong', role: 'practitioner' } };
    return pathname.startsWith('/fhir/User/')
      ? route.fulfill({ contentType: 'application/fhir+json', body: JSON.stringify(user) })
      : route.fallback();
  });
  for (const path of ['/dashboard', '/encounters', '/health-indexes', '/family', '/appointments', '/medical-devices']) {
    await tab.goto(path);
    await expect(tab).toHaveURL(/\/confirm-create-profile$/);
    await onScreen(tab, /hồ sơ/i);
  }
  for (const path of ['/practitioners', '/doctor', '/admin', '/organization', '/patients']) {
    await tab.goto(path);
    await onScreen(tab, 'Không tìm thấy trang');
  }
  expect(asked.filter((path) => path.startsWith('/fhir/Patient'))).toEqual([]);
});

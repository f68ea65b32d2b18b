import { waitFor } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../module.ts';

async function open(path: string, linked: string): Promise<readonly string[]> {
  const host = createFakeHost({
    path,
    respond: ({ path: asked }) =>
      asked === '/Patient/patient-main'
        ? {
            resourceType: 'Patient',
            id: 'patient-main',
            link: [{ type: 'seealso', other: { reference: `Patient/${linked}` } }],
          }
        : asked.endsWith('/DiagnosticReport')
          ? searchset([])
          : { resourceType: 'Patient', id: linked },
  });
  await openPart(mountView, module, host);
  await waitFor(() =>
    expect(host.seen.requests.map(({ path: asked }) => asked)).toContainEqual(
      expect.stringMatching(/DiagnosticReport$/),
    ),
  );
  return host.seen.requests.map(({ path: asked }) => asked).filter((asked) => asked.endsWith('/DiagnosticReport'));
}

test.each(['image-viewer', 'pdf-viewer'])(
  '%s opens a file of a hospital record that is linked, and of no other',
  async (viewer) => {
    expect(await open(`/${viewer}?diagnosticReportId=r1&linked=hospital-1`, 'hospital-1')).toEqual([
      '/Patient/hospital-1/DiagnosticReport',
    ]);
    expect(await open(`/${viewer}?diagnosticReportId=r1&linked=hospital-1`, 'hospital-2')).toEqual([
      '/Patient/patient-main/DiagnosticReport',
    ]);
  },
);

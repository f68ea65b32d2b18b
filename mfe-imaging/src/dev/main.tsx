import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, openDevPage, searchset } from '@phr/testing/dev-page';
import { FAKE_MAIN, type Responder } from '@phr/testing/fake-host';
import baseCss from '@phr/ui/base.css';
import manifest from '../../module.json';
import module from '../module.ts';
import { sampleSeries } from './sample-series.ts';

/** Files in the URL (`&file=<URL>`, repeatable) replace the synthetic series, to try any DICOM, PDF or image file. */
const given = new URL(document.URL).searchParams.getAll('file');
const files = given.length > 0 ? given : sampleSeries(FAKE_MAIN.name);

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  tif: 'image/tiff',
  heic: 'image/heic',
};
const typeOf = (file: string): string => TYPES[file.split('.').pop()?.toLowerCase() ?? ''] ?? 'application/dicom';

const respond: Responder = ({ path, body }) => {
  if (path.endsWith('/DiagnosticReport')) {
    return searchset([
      {
        resourceType: 'DiagnosticReport',
        id: 'sample',
        presentedForm: files.map((file, index) => ({ contentType: typeOf(file), url: `file-${index}` })),
        conclusion: 'Không thấy bất thường.',
      },
    ]);
  }
  if (path.endsWith('/presigned-url-for-download')) {
    const { keys } = body as { readonly keys: readonly string[] };
    return Object.fromEntries(keys.map((key) => [key, files[Number(key.slice('file-'.length))]]));
  }
  return undefined;
};

await openDevPage({
  module,
  mount: mountView,
  respond,
  baseCss,
  hrefOf: hrefsOf(manifest.routes),
  home: '/dicom-viewer?diagnosticReportId=sample&name=CT%20ng%E1%BB%B1c%2021/11/2026',
});
// A viewer fills the window.
document.getElementById('root')?.removeAttribute('style');
document.body.style.margin = '0';

import type { PartProps } from '@phr/module-kit/part';
import { lazyView } from '@phr/module-kit/lazy-view';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useSearchParams } from 'react-router';
import { DicomViewer } from '../features/dicom-viewer/dicom-viewer.view.tsx';

const PdfViewer = lazyView(async () => (await import('../features/pdf-viewer/pdf-viewer.view.tsx')).PdfViewer);
const ImageViewer = lazyView(async () => (await import('../features/image-viewer/image-viewer.view.tsx')).ImageViewer);
const LinkedRecord = lazyView(async () => (await import('@phr/module-kit/linked-record')).LinkedRecord);

/** All routes of the module; with `linked` the files are those of a hospital's record that the person has linked. */
export function App({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const viewers = (
    <Routes>
      <Route path="/dicom-viewer" element={<DicomViewer headingLevel={headingLevel} />} />
      <Route path="/pdf-viewer" element={<PdfViewer headingLevel={headingLevel} />} />
      <Route path="/image-viewer" element={<ImageViewer headingLevel={headingLevel} />} />
    </Routes>
  );
  return useSearchParams()[0].has('linked') ? <LinkedRecord thing={t('file.many')}>{viewers}</LinkedRecord> : viewers;
}

import type { PartProps } from '@phr/module-kit/define-module';
import { Skeleton } from '@phr/ui/skeleton';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { DicomViewer } from '../features/dicom-viewer/dicom-viewer.view.tsx';

const PdfViewer = lazy(async () => ({ default: (await import('../features/pdf-viewer/pdf-viewer.view.tsx')).PdfViewer }));
const ImageViewer = lazy(async () => ({ default: (await import('../features/image-viewer/image-viewer.view.tsx')).ImageViewer }));

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Suspense fallback={<Skeleton height={88} lines={4} />}>
      <Routes>
        <Route path="/dicom-viewer" element={<DicomViewer headingLevel={headingLevel} />} />
        <Route path="/pdf-viewer" element={<PdfViewer headingLevel={headingLevel} />} />
        <Route path="/image-viewer" element={<ImageViewer headingLevel={headingLevel} />} />
      </Routes>
    </Suspense>
  );
}

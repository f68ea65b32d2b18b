import type { PartProps } from '@phr/module-kit/define-module';
import { PlannedScreen } from '@phr/module-kit/planned';
import { Route, Routes } from 'react-router';
import { DicomViewer } from '../features/dicom-viewer/dicom-viewer.view.tsx';

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      <Route path="/dicom-viewer" element={<DicomViewer headingLevel={headingLevel} />} />
      <Route path="/pdf-viewer" element={<PlannedScreen screen="pdf-viewer" />} />
      <Route path="/image-viewer" element={<PlannedScreen screen="image-viewer" />} />
    </Routes>
  );
}

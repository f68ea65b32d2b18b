import type { PartProps } from '@phr/module-kit/part';
import { lazyView } from '@phr/module-kit/lazy-view';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useSearchParams } from 'react-router';
import manifest from '../../module.json';
import { DicomViewer } from '../features/dicom-viewer/dicom-viewer.view.tsx';

const PdfViewer = lazyView(async () => (await import('../features/pdf-viewer/pdf-viewer.view.tsx')).PdfViewer);
const ImageViewer = lazyView(async () => (await import('../features/image-viewer/image-viewer.view.tsx')).ImageViewer);
const LinkedRecord = lazyView(async () => (await import('@phr/module-kit/linked-record')).LinkedRecord);

type ScreenProps = Pick<PartProps, 'headingLevel'>;

const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  'dicom-viewer': DicomViewer,
  'pdf-viewer': PdfViewer,
  'image-viewer': ImageViewer,
};

/** All routes of the module; with `linked`, files come from a linked hospital record. */
export function App({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const viewers = (
    <Routes>
      {manifest.routes.map(({ screen, path }) => {
        const View = SCREENS[screen];
        return View && <Route key={screen} path={path} element={<View headingLevel={headingLevel} />} />;
      })}
    </Routes>
  );
  if (!useSearchParams()[0].has('linked')) return viewers;
  return (
    <LinkedRecord thing={t('file.many')} from={{ screen: 'link-profile' }}>
      {viewers}
    </LinkedRecord>
  );
}

import { replaceScreen } from '@phr/module-kit/screens';
import { isAppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import { useHost } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { RadioGroup } from '@phr/ui/radio-group';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReadingApp, requestReading } from './reading.api.ts';
import {
  appOf,
  DEFAULT_VIEW,
  isLargeEnough,
  type Projection,
  PROJECTIONS,
  type Side,
  SIDES,
  viewIn,
} from './reading.model.ts';

/** The picture on screen, as described by its file. */
export interface ReadPicture {
  readonly address: string;
  readonly rows: number;
  readonly columns: number;
  readonly modality?: string;
  readonly view?: string;
}

interface ReadingDialogProps {
  readonly reportId: string;
  readonly picture: ReadPicture;
  readonly onClose: () => void;
}

/** Asks for the kind of image (and view, for a breast image), then requests a reading. */
export function ReadingDialog({ reportId, picture, onClose }: ReadingDialogProps) {
  const { t } = useTranslation();
  const [app, setApp] = useState<ReadingApp | undefined>(() => appOf(picture.modality));
  const [view, setView] = useState<View>(DEFAULT_VIEW);
  const [step, setStep] = useState<'type' | 'view'>('type');
  const named = viewIn(picture.view);
  const { read, forget, isTooSmall, isPending, error } = useReading(reportId, picture, {
    onClose,
    onUnknown() {
      setApp(undefined);
      setStep('type');
    },
  });

  const send = (viewName: string) => app !== undefined && read(app, viewName);
  function confirmType() {
    if (app === 'mmg' && named === undefined) setStep('view');
    else if (app !== undefined) send(app === 'mmg' ? (named ?? '') : '');
  }
  const problems = <Problems isTooSmall={isTooSmall} error={error} />;

  if (step === 'view') {
    return (
      <Dialog
        open
        title={t('risk.chooseView')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={() => setStep('type')}>{t('common.back')}</Button>
            <Button variant="primary" busy={isPending} onClick={() => send(`${view.side}${view.projection}`)}>
              {t('common.confirm')}
            </Button>
          </>
        }
      >
        <Stack>
          <ViewFields view={view} onChange={setView} />
          {problems}
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={t('risk.chooseType')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={isPending} disabled={app === undefined} onClick={confirmType}>
            {t('common.confirm')}
          </Button>
        </>
      }
    >
      <Stack>
        <TypeField
          app={app}
          onChange={(next) => {
            setApp(next);
            forget();
          }}
        />
        <p>{t('risk.aiNotice')}</p>
        {problems}
      </Stack>
    </Dialog>
  );
}

interface ReadingSteps {
  readonly onClose: () => void;
  /** Called if the image could not be classified. */
  readonly onUnknown: () => void;
}

/** Requests one reading per kind and view, and opens the result. */
function useReading(reportId: string, picture: ReadPicture, { onClose, onUnknown }: ReadingSteps) {
  const { t } = useTranslation();
  const { request, navigation, notify } = useHost();
  const keys = useRef(new Map<string, string>());

  const [isTooSmall, setTooSmall] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn({ app: asked, viewName }: { readonly app: ReadingApp; readonly viewName: string }) {
      const which = `${asked} ${viewName}`;
      const idempotencyKey = keys.current.get(which) ?? crypto.randomUUID();
      keys.current.set(which, idempotencyKey);
      return requestReading(request, { reportId, address: picture.address, app: asked, viewName, idempotencyKey });
    },
    onSuccess({ reportId: made, codeText, status, hasPictures }) {
      if (status === 'in-progress') {
        notify.show({ type: 'success', title: t('toast.riskInProgress'), description: t('risk.askAgain') });
        return onClose();
      }
      // without pictures of its own the reading is text only
      return replaceScreen(
        navigation,
        hasPictures
          ? { screen: 'image-viewer', params: { diagnosticReportId: made, name: codeText } }
          : { screen: 'report-details', params: { id: made } },
      );
    },
    onError(refused) {
      // the vendor could not classify the image: ask the person
      if (isAppError(refused) && refused.code === 'NO_CLASSIFICATION') onUnknown();
    },
  });
  return {
    isTooSmall,
    isPending,
    error,
    read(app: ReadingApp, viewName: string) {
      setTooSmall(!isLargeEnough(picture));
      if (isLargeEnough(picture)) mutate({ app, viewName });
    },
    forget() {
      setTooSmall(false);
      reset();
    },
  };
}

interface TypeFieldProps {
  readonly app: ReadingApp | undefined;
  readonly onChange: (app: ReadingApp) => void;
}

/** Kind of image. */
function TypeField({ app, onChange }: TypeFieldProps) {
  const { t } = useTranslation();
  return (
    <RadioGroup
      label={t('risk.type')}
      value={app}
      onChange={(next) => onChange(next === 'mmg' ? 'mmg' : 'cxr')}
      options={[
        { value: 'cxr', label: t('risk.chestXray') },
        { value: 'mmg', label: t('risk.breastXray') },
      ]}
    />
  );
}

/** Why no reading was made. */
function Problems({ isTooSmall, error }: { readonly isTooSmall: boolean; readonly error: Error | null }) {
  const { t } = useTranslation();
  return (
    <>
      {isTooSmall && (
        <Notice type="error" announce="alert" title={t('upload.imageTooSmall')}>
          {t('risk.minSize')}
        </Notice>
      )}
      {error !== null && (
        <Notice type="error" announce="alert">
          {errorNotice(error, t).title}
        </Notice>
      )}
    </>
  );
}

interface View {
  readonly side: Side;
  readonly projection: Projection;
}

interface ViewFieldsProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** Laterality and projection. */
function ViewFields({ view, onChange }: ViewFieldsProps) {
  const { t } = useTranslation();
  const { side, projection } = view;
  return (
    <>
      <RadioGroup
        label={t('risk.side')}
        value={side}
        onChange={(next) => onChange({ ...view, side: SIDES.find((one) => one === next) ?? side })}
        options={[
          { value: 'L', label: t('risk.left') },
          { value: 'R', label: t('risk.right') },
        ]}
      />
      <RadioGroup
        label={t('risk.projection')}
        value={projection}
        onChange={(next) => onChange({ ...view, projection: PROJECTIONS.find((one) => one === next) ?? projection })}
        options={PROJECTIONS.map((one) => ({ value: one, label: t(`risk.${one}`) }))}
      />
    </>
  );
}

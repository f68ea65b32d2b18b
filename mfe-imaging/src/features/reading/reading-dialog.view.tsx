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

/** The picture on screen, as its file describes it. */
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

/** Asks what a picture shows, for a breast image without a view also from where, and has it read. */
export function ReadingDialog({ reportId, picture, onClose }: ReadingDialogProps) {
  const { t } = useTranslation();
  const { request, navigation, notify } = useHost();
  const [app, setApp] = useState<ReadingApp | undefined>(() => appOf(picture.modality));
  const [side, setSide] = useState<Side>(DEFAULT_VIEW.side);
  const [projection, setProjection] = useState<Projection>(DEFAULT_VIEW.projection);
  const [step, setStep] = useState<'type' | 'view'>('type');
  const [isTooSmall, setTooSmall] = useState(false);
  const keys = useRef(new Map<string, string>());
  const named = viewIn(picture.view);

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
      // A reading without pictures of its own has words only.
      return replaceScreen(
        navigation,
        hasPictures
          ? { screen: 'image-viewer', params: { diagnosticReportId: made, name: codeText } }
          : { screen: 'report-details', params: { id: made } },
      );
    },
    onError(refused) {
      // The vendor could not tell what this is: the person says it.
      if (isAppError(refused) && refused.code === 'NO_CLASSIFICATION') {
        setApp(undefined);
        setStep('type');
      }
    },
  });

  function send(viewName: string) {
    if (app === undefined) return;
    setTooSmall(!isLargeEnough(picture));
    if (isLargeEnough(picture)) mutate({ app, viewName });
  }
  function confirmType() {
    if (app === 'mmg' && named === undefined) setStep('view');
    else if (app !== undefined) send(app === 'mmg' ? (named ?? '') : '');
  }
  const problems = (
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

  if (step === 'view') {
    return (
      <Dialog
        open
        title={t('risk.chooseView')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={() => setStep('type')}>{t('common.back')}</Button>
            <Button variant="primary" busy={isPending} onClick={() => send(`${side}${projection}`)}>
              {t('common.confirm')}
            </Button>
          </>
        }
      >
        <Stack>
          <RadioGroup
            label={t('risk.side')}
            value={side}
            onChange={(next) => setSide(SIDES.find((one) => one === next) ?? side)}
            options={[
              { value: 'L', label: t('risk.left') },
              { value: 'R', label: t('risk.right') },
            ]}
          />
          <RadioGroup
            label={t('risk.projection')}
            value={projection}
            onChange={(next) => setProjection(PROJECTIONS.find((one) => one === next) ?? projection)}
            options={PROJECTIONS.map((one) => ({ value: one, label: t(`risk.${one}`) }))}
          />
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
        <RadioGroup
          label={t('risk.type')}
          value={app}
          onChange={(next) => {
            setApp(next === 'mmg' ? 'mmg' : 'cxr');
            setTooSmall(false);
            reset();
          }}
          options={[
            { value: 'cxr', label: t('risk.chestXray') },
            { value: 'mmg', label: t('risk.breastXray') },
          ]}
        />
        <p>{t('risk.aiNotice')}</p>
        {problems}
      </Stack>
    </Dialog>
  );
}

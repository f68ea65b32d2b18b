import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { Checkbox } from '@phr/ui/checkbox';
import { ErrorCard } from '@phr/ui/error-card';
import { FieldGroup, FieldLine } from '@phr/ui/field-group';
import { Heading } from '@phr/ui/heading';
import { List, ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { SelectField } from '@phr/ui/select-field';
import { Skeleton } from '@phr/ui/skeleton';
import { useMemo } from 'react';
import { useTexts } from '../../core/texts.tsx';
import { sharedDevice } from '../../services/host/shared-device.ts';
import { PUSH_KINDS, type PushChoices, type PushDevice } from '../../services/push/push.api.ts';
import { pushAbility } from '../../services/push/this-device.ts';
import { FIRST_CHOICES, hoursWith, withKind, withUrgent } from './push.model.ts';
import { pushWords, type PushWords } from './push.words.ts';
import { type Push, usePush } from './use-push.ts';

/**
 * Push notifications on this device: permission, kinds and quiet hours. Hidden on shared devices and without server
 * support.
 */
export function PushSettings() {
  return sharedDevice.read() ? null : <Offered />;
}

function Offered() {
  const { locale } = useTexts();
  const words = useMemo(() => pushWords(locale), [locale]);
  const push = usePush();
  const { t } = words;
  if (push.state === 'missing') return null;
  if (push.state === 'failed')
    return <ErrorCard level={2} thing={t('push.thing')} code="PUSH" onRetry={() => push.retry()} />;
  return (
    <Card title={t('push.title')} level={2}>
      {push.state === 'ready' ? (
        <Devices push={push} words={words} />
      ) : (
        <LoadingRegion thing={t('push.thing')} onRetry={() => push.retry()}>
          <Skeleton height={120} lines={3} />
        </LoadingRegion>
      )}
    </Card>
  );
}

function Devices({ push, words: { t } }: { readonly push: Push; readonly words: PushWords }) {
  const { here, others, refused } = push;
  const ability = pushAbility();
  return (
    <>
      <p>{t('push.lead')}</p>
      {ability === 'ready' ? (
        <Checkbox
          label={t('push.here')}
          hint={t('push.endsHint')}
          checked={here !== undefined}
          onChange={(checked) => (checked ? push.turnOn() : push.turnOff())}
        />
      ) : (
        <Notice type="info">{t(`push.${ability}`)}</Notice>
      )}
      {refused && (
        <Notice type="error" announce="alert">
          {t('push.failed')}
        </Notice>
      )}
      {here !== undefined && <Chosen device={here} words={{ t }} choose={push.choose} />}
      {others.length > 0 && (
        <>
          <Heading level={3}>{t('push.others')}</Heading>
          <List label={t('push.others')} items={others} keyOf={({ id }) => id}>
            {(device) => (
              <ListRow
                title={device.name}
                action={
                  <Button dense aria-label={t('push.endOf', { name: device.name })} onClick={() => push.end(device)}>
                    {t('push.end')}
                  </Button>
                }
              />
            )}
          </List>
        </>
      )}
    </>
  );
}

/** Kinds that may be exempt from quiet hours. */
const PASSING = ['dangers', 'doses'] as const;

interface ChosenProps {
  readonly device: PushDevice;
  readonly words: Pick<PushWords, 't'>;
  readonly choose: (choices: PushChoices) => void;
}

/** This device's kinds and quiet hours; changes apply at once. */
function Chosen({ device, words: { t }, choose }: ChosenProps) {
  const { kinds, quiet, urgent } = device;
  return (
    <>
      <FieldGroup title={t('push.kinds')}>
        {PUSH_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`push.kind.${kind}`)}
            hint={kind === 'doses' ? t('push.dosesHint') : undefined}
            checked={kinds.includes(kind)}
            onChange={(checked) => choose(withKind(device, kind, checked))}
          />
        ))}
      </FieldGroup>
      <Checkbox
        label={t('push.quiet')}
        hint={t('push.quietHint')}
        checked={quiet !== null}
        onChange={(checked) => choose({ ...device, quiet: checked ? FIRST_CHOICES.quiet : null })}
      />
      {quiet !== null && (
        <FieldLine>
          <Hour
            label={t('push.from')}
            value={quiet.from}
            choose={(from) => choose({ ...device, quiet: { ...quiet, from } })}
          />
          <Hour label={t('push.to')} value={quiet.to} choose={(to) => choose({ ...device, quiet: { ...quiet, to } })} />
        </FieldLine>
      )}
      {quiet !== null &&
        PASSING.filter((kind) => kinds.includes(kind)).map((kind) => (
          <Checkbox
            key={kind}
            label={t(`push.always.${kind}`)}
            checked={urgent.includes(kind)}
            onChange={(checked) => choose(withUrgent(device, kind, checked))}
          />
        ))}
    </>
  );
}

function Hour({
  label,
  value,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly choose: (time: string) => void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      required
      onChange={choose}
      options={hoursWith(value).map((time) => ({ value: time, label: time }))}
    />
  );
}

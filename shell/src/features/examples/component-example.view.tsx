import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { LevelBadge } from '@phr/ui/level-badge';
import { Notice } from '@phr/ui/notice';
import { Actions } from '@phr/ui/page';
import { LEVELS } from '@phr/ui/tokens';
import { truncate } from '@phr/ui/format';
import { Sparkline } from '@phr/ui/sparkline';
import { useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useT } from '../../core/texts.tsx';
import { AvatarField } from '../profile/avatar-field.view.tsx';
import type { PhotoChange } from '../profile/photo.api.ts';

const COURSE = [118, 121, 119, 127, 124, 130, 126];

/** Gallery of shared components. Reachable by URL only (D-103). */
export function ComponentExampleScreen() {
  const t = useT();
  const [photo, setPhoto] = useState<PhotoChange>({ kind: 'keep' });
  return (
    <Screen title={t('screen.component-example')} backHref="/dashboard">
      <Card title={t('example.buttons')} level={2}>
        <Actions>
          <Button variant="primary">{t('common.save')}</Button>
          <Button>{t('common.edit')}</Button>
          <Button variant="quiet">{t('common.details')}</Button>
          <Button variant="danger">{t('common.delete')}</Button>
          <Button busy>{t('common.submit')}</Button>
        </Actions>
      </Card>
      <Card title={t('example.levels')} level={2}>
        <Actions>
          {LEVELS.map((level) => (
            <LevelBadge key={level} level={level} {...(level !== 'target' && { side: 'high' as const })} />
          ))}
        </Actions>
      </Card>
      <Card title={t('example.notices')} level={2}>
        <Notice type="info">{t('common.info')}</Notice>
        <Notice type="success">{t('example.done')}</Notice>
        <Notice type="warning">{t('offline.now')}</Notice>
        <Notice type="error">{t('error.default')}</Notice>
      </Card>
      <Card title={t('example.chart')} level={2}>
        <p>{t('example.chartSum')}</p>
        <Sparkline values={COURSE} />
      </Card>
      <Card title={t('example.avatar')} level={2}>
        <AvatarField name="NGUYỄN THỊ ÁNH" change={photo} onChange={setPhoto} />
      </Card>
      <Card title={t('example.headers')} level={2}>
        <p>{t('example.headersText')}</p>
        <p>{truncate(t('example.headersText'))}</p>
      </Card>
    </Screen>
  );
}

import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import type { Route } from '../../core/routes.ts';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { useTitles } from '../../core/titles.ts';

/** Shown in a relative's record for owner-only screens, with a link to the screen in the own record (MENU-04). */
export function OwnOnlyScreen({ route }: { readonly route: Route }) {
  const t = useT();
  const { patients } = useShell();
  const { main, viewed } = useStore(patients.context);
  const title = useTitles()(route.screen) ?? t('app.shortName');
  const change = () => {
    if (main !== undefined) patients.view(main.id);
  };
  return (
    <Screen title={title} backHref="/dashboard">
      <Notice
        title={t('ownOnly.title')}
        action={
          <Button dense onClick={change}>
            {t('ownOnly.open')}
          </Button>
        }
      >
        {t('ownOnly.why', { name: viewed?.name ?? '' })}
      </Notice>
    </Screen>
  );
}

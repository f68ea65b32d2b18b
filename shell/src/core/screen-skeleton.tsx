import { Stack } from '@phr/ui/page';
import { Skeleton, type SkeletonShape } from '@phr/ui/skeleton';
import { useShell, useStore } from './shell.tsx';

/** Skeleton shape by screen name; a list by default. */
const SHAPES: readonly (readonly [RegExp, SkeletonShape])[] = [
  [/create|update|edit$|response$/, 'form'],
  [/^health-(details|boards)|g-board|growth/, 'chart'],
  [/detail|profile|setting|qrs|summary|kit/, 'facts'],
];

/** Skeleton of a screen's title and content while its code loads (UX-21). */
export function ScreenSkeleton() {
  const { navigation, routes } = useShell();
  const { pathname } = useStore(navigation.location);
  const screen = useStore(routes).find(pathname)?.route.screen ?? '';
  const shape = SHAPES.find(([name]) => name.test(screen))?.[1] ?? 'row';
  return (
    <Stack>
      <Skeleton height={36} width="min(60%, 20rem)" />
      <Skeleton shape={shape} {...(shape === 'row' ? { height: 76, lines: 5 } : { height: 400 })} />
    </Stack>
  );
}

import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, openDevPage } from '@phr/testing/dev-page';
import baseCss from '@phr/ui/base.css';
import manifest from '../../module.json' with { type: 'json' };
import module from '../module.ts';
import { respond } from './samples.ts';

await openDevPage({
  module,
  mount: mountView,
  respond,
  baseCss,
  home: '/appointments',
  hrefOf: hrefsOf(manifest.routes),
});

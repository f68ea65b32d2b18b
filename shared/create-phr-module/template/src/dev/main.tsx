import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, openDevPage, searchset } from '@phr/testing/dev-page';
import baseCss from '@phr/ui/base.css';
import manifest from '../../module.json' with { type: 'json' };
import module from '../module.ts';

const GOAL = { resourceType: 'Goal', id: '1', description: { text: 'Đi bộ 30 phút mỗi ngày' } };

await openDevPage({
  module,
  mount: mountView,
  respond: () => searchset([GOAL]),
  baseCss,
  home: '/__screen__',
  hrefOf: hrefsOf(manifest.routes),
});

import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, openDevPage } from '@phr/testing/dev-page';
import baseCss from '@phr/ui/base.css';
import manifest from '../../module.json';
import module from '../module.ts';
import { createAnswers } from './answers.ts';

await openDevPage({
  module,
  mount: mountView,
  respond: createAnswers(),
  baseCss,
  home: '/health-indexes',
  hrefOf: hrefsOf(manifest.routes),
});

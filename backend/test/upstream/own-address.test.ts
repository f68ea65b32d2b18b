import './records-upstream.ts';
import '../own-address.test.ts';

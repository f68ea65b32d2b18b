import './records-upstream.ts';
import '../access.test.ts';

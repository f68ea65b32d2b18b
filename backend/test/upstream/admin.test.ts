import './records-upstream.ts';
import '../admin.test.ts';

-- who had notifications before hears of very dangerous readings, too (ADR 0079)
update push_device set kinds = array_append(kinds, 'dangers') where not 'dangers' = any(kinds);

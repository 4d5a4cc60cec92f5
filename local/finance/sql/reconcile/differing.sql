SELECT verdict, key, in_a, in_b FROM compared WHERE verdict <> 'matched' ORDER BY key LIMIT $show

-- Return what pgrecall.reading must know of Chinese; the format is that of pgrecall.words_en. Characters stand alone.
create function pgrecall.words_zh() returns text
language sql immutable parallel safe as $$
  select '
- : 的 吧 呢 啊 呀 嘛 哦
c 是: ~is 是 为
p 有: 有
p 要: 需
p 价: 花
f 住: 住
f 用: 用
g 不: 不
g =: 没 無 无 未 别 勿 莫 非
i =: 很 非 太 极
m now: ~now
m also: 也 还
m end: ~end
m move: ~move
m new: 新
p 定: 定
p 要: 要
u 克: 克 g
u 度: 度
m instead: ~instead
m fix: ~fix
y =: 了 过 曾
r =: 我 你 他 她 它
n 2: 两
n 3: 三
n 4: 四
n 5: 五
n 6: 六
n 7: 七
n 8: 八
n 9: 九
o wd1: ~wa
o wd2: ~wb
o wd3: ~wc
o wd4: ~wd
o wd5: ~we
o wd6: ~wf
o wd7: ~wg
u %: %
u kg: kg
u km: km
u 元: 元 块
x 爸: 父
x 妈: 母
'
$$;

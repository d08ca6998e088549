"""Commonplaces: words that sites name their folders and files with, whatever they are about."""

from __future__ import annotations

_SECTIONS = """
    about access account admin agenda album all amp announcement answer api app archive area
    arquivo article artikel attachment author banner basic bbs beitrag bio biography blog board
    body book bookmark box bulletin business buy calendar campaign careers cart case cat categoria
    categorie category cgi chapter chat class clip club collection column comment common community
    company conference contact content contribution copyright corporate country course cover
    culture customer daily data database date default demo detail diary digest directory
    disclaimer discussion display doc document domain download economy edition editor editorial
    education email english entertainment entrie entry error essay event example exhibition export
    facility faq favorite feature feed feedback file film finance folder food form format forum
    foto frame free front full gallery game general german global glossary goods group guest
    guestbook guide guideline health help history home host hotel howto htdoc htm html icon idea
    image img impressum include index individual info information inquiry interview intro
    introduction issue item japan japanese job journal knowledge kontakt label language lecture
    legal lesson letter library license life link list local location log login magazine mail main
    manual map market material media meeting member membership memo memorandum menu message misc
    mobile module movie museum music name nature nav navigation network new newsletter nikki node
    note notebook notice noticia number object offer office official online opinion order org
    other outline overview page paper part partner people permalink person personal photo
    photograph picture play podcast policy politic popular portal portfolio post posting press
    preview price print printer privacy private problem process product profile program programme
    project promotion public publication publish question rank ranking read reader readme recent
    recipe recommend record recruit redirect reference region register registration related
    release report request research resource result review rss rule sale sample schedule school
    science search secret section security series service session set setting share shop shopping
    show showthread single site sitemap slide snippet social society software song special sport
    staff standard start statement static statistic status stock store stories story stuff style
    subject submit summary support survey system tag talk task team tech technology template term
    terms test text theme thread ticket time tip title today tool top topic toppage total tour
    town travel tutorial type under unit update upload user vacation version video view viewer
    viewthread viewtopic voice volume watch web weblog website weekly welcome whatsnew wiki woche
    work workshop world write year
"""
"""What sites are divided into."""
_ABROAD = """
    accueil actualite aktuell aktuelles allgemein annonce articolo articulo artigo aviso chronique
    contacto contato contatti datenschutz descarga dienstleistungen enlace entrada evenement
    evento gaiyo gaiyou galeria geschichte inicio kaisha kategorie keijiban kiji kiyaku kontakte
    legales mentions nachricht nachrichten nieuws noticias nouvelle novosti oshirase produkt
    produkte publicacion quienes recette rezept saishin seite shinchaku shoukai startseite statya
    tegami termine toiawase ueber uebersicht veranstaltung veranstaltungen zasshi zeitung
    über новости статьи статья блог контакты главная архив お知らせ お問い合わせ お問合せ ニュース
    ブログ 日記 会社概要 会社案内 事業内容 採用情報 新着情報 トップページ プライバシーポリシー
    個人情報保護方針 利用規約 よくある質問 カテゴリ カテゴリー アーカイブ リンク リンク集
    プロフィール 記事 記事一覧 未分類 サイトマップ ホーム 掲示板 特集 新闻 公告 关于我们 联系我们
    首页 分类 공지사항 자료실 게시판 소개 카테고리
"""
"""The same in other languages."""
_PROGRAMS = """
    asp bin cgibin cms com component cosmo drupal edit entryid http https itemid joomla lib mod
    modules moodle movabletype mt net option php plugin printable pukiwiki replytocom
    shtml src stylesheet tdiary tiki trackback typo uncategorized untitled var wordpress
    wp www xoops yybbs zope
"""
"""What programs that run sites call their parts."""
_TIMES = """
    abril agosto and any aout apr april are aug august autumn avec avril back best but can
    capitolo capitulo chapitre christmas con dans das day dec december decembre der des dezember
    diciembre die enero evening fall feb febrero februar february fevrier first for friday from
    gatsu get getting good great happy has have her his how into its jan januar january janvier
    juillet juin jul juli julio july jun june juni junio kapitel las last latest les los maerz mai
    mar march marzo may mayo mit monday month more morning most nen next not nov november novembre
    noviembre oct october octobre octubre oktober one our para por pour prev previous saturday
    second sep sept september septembre septiembre some spring started summer sunday that the
    their third this three thursday tuesday two una und une us very von was we wednesday week what
    when where who why will winter with you your
    märz 年 年月 年月日 月 月日 日 年度 第回 第話 第章 号 für
"""
"""Times, and the small words that names are held together with."""

COMMON = frozenset(" ".join((_SECTIONS, _ABROAD, _PROGRAMS, _TIMES)).split())
"""All of them, in lower case; a plural in -s goes without saying."""

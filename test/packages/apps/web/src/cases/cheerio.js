import * as cheerio from 'cheerio';

export default () => {
  const $ = cheerio.load(
    '<ul class="deals"><li data-id="1">One &amp; more</li><li class="won" data-id="2">Two<br></li></ul><p>é</p>',
  );
  $('li.won').addClass('seen').append('<b>!</b>');
  return {
    texts: $('li')
      .map((_, item) => $(item).text())
      .get(),
    ids: $('li')
      .toArray()
      .map((item) => $(item).data('id')),
    html: $('ul').html(),
    found: $('ul > li:nth-child(2)').attr('class'),
    text: $('p').text(),
    xml: cheerio.load('<a><b/></a>', { xml: true }).xml(),
  };
};
